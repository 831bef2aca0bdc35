import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import { z } from "zod/mini";
import type { DatasetExportParams, DatasetListParams } from "@/api/datasets/datasets";
import { listOf, maybe, searchList, searchText } from "@/lib/list/table-search";

/** Fields with codes, each a filter that takes several. */
export type CodedField = "data_type" | "genome_build" | "ancestry" | "sex" | "status" | "sharing";
type Code<F extends CodedField> = NonNullable<DatasetListParams[F]>[number];

/** The words that each filter knows. */
const known: { [F in CodedField]: readonly Code<F>[] } = {
  ancestry: [
    ...(["ABA", "AA", "AF", "SSAF", "ASUN", "CA", "EA", "SA", "SEA", "EU", "GME", "HS", "NAM", "NR", "OC"] as const),
    ...(["OTH", "OAD", "Mixed", "n/a"] as const),
  ],
  data_type: ["gwas", "exomchip", "exseq", "ichip", "wgs", "other"],
  genome_build: ["hg19", "grch38", "n/a"],
  sex: ["mixed", "male", "female", "n/a"],
  status: ["pre", "open"],
  sharing: ["private", "named", "public"],
};

/** In the order of their chips. */
export const codedFields = Object.keys(known) as CodedField[];

export const scopes = ["mine", "shared", "public", "bin"] as const;
export type Scope = (typeof scopes)[number];

const filters = {
  study: searchText,
  phenotype: searchText,
  owner: searchText,
  data_type: searchList,
  genome_build: searchList,
  ancestry: searchList,
  sex: searchList,
  status: searchList,
  sharing: searchList,
};

/** `study` is an id. */
export const list = listOf(filters, {
  columns: ["created_at", "updated_at", "name", "study", "global_sample_size", "files", "bytes"],
  usual: "-updated_at",
});

/** What the list of data sets keeps in the address; `open` are the rows whose files are shown. */
export const listSearch = z.extend(list.search, { scope: maybe(z.enum(scopes)), open: searchList });
export type ListSearch = z.infer<typeof listSearch>;

/** The words of a filter that the server knows. */
function knownOf<F extends CodedField>(search: { [_ in F]?: string[] | undefined }, field: F): Code<F>[] | undefined {
  const words = known[field].filter((word) => search[field]?.includes(word));
  return words.length > 0 ? words : undefined;
}

/** The same of several filters. */
export const knownIn = <F extends CodedField>(search: { [_ in F]?: string[] | undefined }, fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, knownOf(search, field)])) as Pick<DatasetListParams, F>;

/** What selects and orders data sets; words that the server does not know are left out, so that an old link still works. */
export function exportParams(search: ListSearch): DatasetExportParams {
  const { scope } = search;
  const { q, sort } = list.questionOf(search);
  return {
    scope: scope === "bin" ? undefined : scope,
    bin: scope === "bin" || undefined,
    q,
    study_id: search.study,
    phenotype: search.phenotype,
    owner: search.owner,
    ...knownIn(search, codedFields),
    sort,
  };
}

/** The question to the server for one page. */
export function listParams(search: ListSearch): DatasetListParams {
  return { ...exportParams(search), ...list.questionOf(search) };
}

/** How many filters hold, the search left out. */
export function filterCount(search: ListSearch): number {
  return Object.keys(filters).filter((name) => search[name as keyof typeof filters]?.length).length;
}

/** A search as a saved view keeps it: without the page and the open rows, with the columns that are hidden. */
export function toView(search: ListSearch, hide: string[]): string {
  return defaultStringifySearch({ ...search, hide, after: undefined, open: undefined });
}

/** The search of a saved view; unknown parts are ignored. */
export function fromView(view: string): ListSearch {
  return listSearch.parse(defaultParseSearch(view));
}
