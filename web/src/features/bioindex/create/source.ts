/** The file that is to be indexed, as the address of the page has it. Pure; no DOM. */
import { z } from "zod/mini";
import type { BioIndexSource } from "@/api/bioindex/bioindex";
import { maybe, searchText } from "@/lib/list/table-search";

export const newIndexSearch = z.object({
  kind: maybe(z.enum(["upload", "dataset_file", "hermes_upload", "meta_analysis"])),
  id: searchText,
  file: searchText,
  /** An index whose file is built again with other columns or keys. */
  rebuild: searchText,
});
export type NewIndexSearch = z.infer<typeof newIndexSearch>;

/** What the address names; undefined while nothing is chosen. */
export function sourceOf({ kind, id, file }: NewIndexSearch): BioIndexSource | undefined {
  return kind && id ? { kind, id, ...(file && { file_id: file }) } : undefined;
}

export function searchOf({ kind, id, file_id }: BioIndexSource): NewIndexSearch {
  return { kind, id, file: file_id };
}

const addresses: [pattern: RegExp, kind: BioIndexSource["kind"]][] = [
  [/\/hermes\/(?:qc|uploads)\/([\w-]+)/, "hermes_upload"],
  [/\/hermes\/(?:ma|meta-analyses)\/([\w-]+)/, "meta_analysis"],
  [/\/datasets\/([\w-]+)\/files\/([\w-]+)/, "dataset_file"],
];

/** The file behind a copied address of this server: of a report, a meta-analysis, a download. */
export function sourceAt(address: string): BioIndexSource | undefined {
  for (const [pattern, kind] of addresses) {
    const [, id, file_id] = pattern.exec(address) ?? [];
    if (id) return { kind, id, ...(file_id && { file_id }) };
  }
  return undefined;
}
