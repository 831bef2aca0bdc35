import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { pageCheckQuery } from "@/api/pages/pages";
import type { PageDocument } from "@/lib/document/document";
import type { Problems } from "./problems";

const afterMs = 150;
const none: Problems = [];

/** What the server finds wrong with the document; what it found before stays until it has answered again. */
export function useProblems(document: PageDocument, table: string): Problems {
  const [checked] = useDebouncedValue(document, afterMs);
  return useQuery(pageCheckQuery(checked, table)).data?.problems ?? none;
}
