import type { z } from "zod";
import type { UploadListParams } from "@/api/hermes";
import { type UploadStatus, uploadStatuses } from "@/lib/status";
import { searchList, tableSearch } from "@/lib/table-search";

export const defaultSort = "-uploaded_at";
export const pageSize = 50;

const sorts = ["uploaded_at", "dataset_name", "status", "cohort"].flatMap((word) => [word, `-${word}`]);

/** What the list of data sets keeps in the address. */
export const listSearch = tableSearch.extend({ status: searchList, phenotype: searchList, ancestry: searchList });
export type ListSearch = z.infer<typeof listSearch>;

function isStatus(word: string): word is UploadStatus {
  return (uploadStatuses as string[]).includes(word);
}

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function listParams(search: ListSearch): UploadListParams {
  const sort = sorts.includes(search.sort ?? "") ? (search.sort as UploadListParams["sort"]) : defaultSort;
  return {
    limit: pageSize,
    sort,
    q: search.q,
    cursor: search.after?.at(-1),
    status: search.status?.filter(isStatus),
    phenotype: search.phenotype,
    ancestry: search.ancestry,
  };
}

export function isFiltered(search: ListSearch): boolean {
  return Boolean(search.q || search.status?.length || search.phenotype?.length || search.ancestry?.length);
}

export const noFilters = {
  q: undefined,
  status: undefined,
  phenotype: undefined,
  ancestry: undefined,
  after: undefined,
};
