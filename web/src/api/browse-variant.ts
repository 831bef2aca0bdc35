/** What results say of one variant or one gene: every area asks the same, and gets what it may see. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { client, type Schemas, unwrap } from "./client";

export type VariantAnswer = Schemas["BrowseVariantPage"];
export type GeneAnswer = Schemas["BrowseGenePage"];
export type BrowseEffect = Schemas["BrowseEffect"];
export type BrowseCombination = Schemas["BrowseCombination"];
export type BrowseStudy = Schemas["BrowseStudy"];
export type BrowseHit = Schemas["BrowseHit"];
export type BrowseAbsent = Schemas["BrowseAbsent"];
export type BrowseAsked = Schemas["BrowseAsked"];
export type BrowseVariant = Schemas["BrowseVariant"];
export type BrowseGene = Schemas["BrowseGene"];

const browsePageKeys = {
  variant: ["browse", "variant"],
  gene: ["browse", "gene"],
} as const;

export interface VariantQuestion {
  variant: string;
  build: BrowseBuild | undefined;
  /** The allele that effects are told of. */
  allele: string | undefined;
  /** How many results earlier answers have asked. */
  from: number;
  /** Include results with a caveat. */
  all: true | undefined;
}

export const variantQuery = ({ variant, build, allele, from, all }: VariantQuestion) => {
  const query = { build, effect_allele: allele, from: from || undefined, all };
  return queryOptions({
    queryKey: [...browsePageKeys.variant, variant, query],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/browse/variant/{variant}", { params: { path: { variant }, query }, signal })),
    throwOnError: false,
  });
};

export interface GeneQuestion {
  gene: string;
  build: BrowseBuild | undefined;
  /** Bases to either side. */
  flank: number;
  from: number;
  /** Include results with a caveat. */
  all: true | undefined;
}

/** While another flank is asked, what was read of the gene stays. */
export const geneQuery = ({ gene, build, flank, from, all }: GeneQuestion) => {
  const query = { build, flank, from: from || undefined, all };
  return queryOptions({
    queryKey: [...browsePageKeys.gene, gene, query],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/browse/gene/{gene}", { params: { path: { gene }, query }, signal })),
    placeholderData: (before, question) => (question?.queryKey[2] === gene ? keepPreviousData(before) : undefined),
    throwOnError: false,
  });
};

/** The variants of one result inside a gene. */
export const insideQuery = (result: string, region: string) =>
  queryOptions({
    queryKey: [...browsePageKeys.gene, "inside", result, region],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/browse/region", { params: { query: { result: [result], region } }, signal })),
    throwOnError: false,
  });
