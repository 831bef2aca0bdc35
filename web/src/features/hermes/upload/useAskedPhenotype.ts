import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiKey } from "@/api/api-query";
import { type PhenotypeRequest, phenotypeRequestsQuery } from "@/api/hermes/phenotypes";
import { askedId } from "./askedPhenotype";

/**
 * The request that the form waits for, or waited for while it was open. Once a reviewer has named a phenotype for it, the form
 * takes that.
 */
export function useAskedPhenotype(value: string, onChange: (value: string) => void): PhenotypeRequest | undefined {
  const queries = useQueryClient();
  const id = askedId(value);
  const [last, setLast] = useState(id);
  if (id !== undefined && id !== last) setLast(id);
  const requests = useQuery({ ...phenotypeRequestsQuery, enabled: last !== undefined }).data?.items;
  const request = last === undefined ? undefined : requests?.find((one) => one.id === last);
  const code = id !== undefined ? request?.phenotype : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the decision alone changes the form, once
  useEffect(() => {
    if (code === undefined) return;
    void queries.invalidateQueries({ queryKey: apiKey("/api/hermes/phenotypes") });
    onChange(code);
  }, [code]);
  return request;
}
