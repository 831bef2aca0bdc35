/** Addresses of the pages of regions, genes and variants. Every area shows the same pages, each what its callers may see. */
import { z } from "zod/mini";
import { type Region, regionText } from "../genome/region";
import { maybe, searchList, searchText } from "../list/table-search";

/** The root of the pages in each area; "public" pages need no account. */
const roots = { hermes: "/hermes/browse", datasets: "/browse", public: "/p/browse" } as const;

export type BrowseArea = keyof typeof roots;
export type BrowseKind = "region" | "gene" | "variant";

/** Genome builds that results are browsed on. */
export const browseBuilds = ["GRCh37", "GRCh38"] as const;
export type BrowseBuild = (typeof browseBuilds)[number];

/** The genome build that a report or a form names, when results are browsed on it: "GRCh37", "hg19", "grch38". */
export function browseBuildOf(text: string | undefined): BrowseBuild | undefined {
  if (/^(grch37|hg19)$/i.test(text ?? "")) return "GRCh37";
  return /^(grch38|hg38)$/i.test(text ?? "") ? "GRCh38" : undefined;
}

/** What every one of these pages keeps in the address. */
export const browseSearch = z.object({
  build: maybe(z.enum(browseBuilds)),
  /** Results by their names: "ma:…", "upload:…", "file:…". */
  results: searchList,
  /** The variant that LD is measured to: "4:111710169:T:C". */
  ld: searchText,
});
export type BrowseSearch = z.infer<typeof browseSearch>;

/** What a link takes: `<Link {...browseLink(…)}>`. */
export interface BrowseLink {
  to: string;
  params: { what: string };
  search: RegionLinkSearch;
}

/** A region is shown around the gene that was asked for, if any. */
type RegionLinkSearch = BrowseSearch & { gene?: string | undefined };

export function browseLink(
  area: BrowseArea,
  kind: BrowseKind,
  what: string,
  search: RegionLinkSearch = {},
): BrowseLink {
  return { to: `${roots[area]}/${kind}/$what`, params: { what }, search };
}

export const regionLink = (area: BrowseArea, region: Region, search?: RegionLinkSearch): BrowseLink =>
  browseLink(area, "region", regionText(region), search);
