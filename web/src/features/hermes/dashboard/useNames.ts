import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { phenotypesQuery, portalConfigQuery } from "@/api/hermes/hermes";

/** Codes to words, where known. */
export interface Names {
  phenotype: ReadonlyMap<string, string>;
  ancestry: ReadonlyMap<string, string>;
  sex: ReadonlyMap<string, string>;
}

export function useNames(): Names {
  const phenotypes = useQuery(phenotypesQuery).data?.items;
  const config = useQuery(portalConfigQuery).data;
  return useMemo(() => {
    const words = (items: { value: string; label: string }[] = []) =>
      new Map(items.map((one) => [one.value, one.label]));
    return {
      phenotype: new Map(phenotypes?.map((item) => [item.name, item.description])),
      ancestry: words(config?.ancestries),
      sex: words(config?.sexes),
    };
  }, [phenotypes, config]);
}
