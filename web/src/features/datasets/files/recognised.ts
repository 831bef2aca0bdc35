import type { Inspection } from "@/lib/sumstats/contract";
import { buildWords, recognisedWords as columnWords, formatWords } from "@/lib/sumstats/inspection";

/** "Looks like FinnGen output, GRCh38 (14 of 14 known variants agree), 9 of 12 columns recognised". */
export function recognisedWords(inspection: Inspection): string {
  const columns = `${columnWords(inspection)} recognised`;
  const words = [formatWords(inspection), buildWords(inspection), columns].filter(Boolean).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
