import { useQuery } from "@tanstack/react-query";
import { columnsQuery } from "@/api/files/sumstats";

/** What people call a field: "Standard error" for standard_error. Its own name, until that is known. */
export type FieldWords = (field: string) => string;

export function useFieldWords(): FieldWords {
  const { data } = useQuery(columnsQuery);
  return (field) => data?.items.find((doc) => doc.field === field)?.label ?? field;
}
