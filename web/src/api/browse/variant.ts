/**
 * The results of one variant or one gene: every area makes the same call, and gets what the user
 * may see.
 */

import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import type { BrowseBuild } from "@/lib/route/browse-address";

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

export interface VariantQuestion {
  variant: string;
  build: BrowseBuild | undefined;
  /** The allele that effects refer to. */
  allele: string | undefined;
  /** How many results earlier answers have asked. */
  from: number;
  /** Include results with a caveat. */
  all: true | undefined;
}

export const variantQuery = ({ variant, build, allele, from, all }: VariantQuestion) => {
  const query = { build, effect_allele: allele, from: from || undefined, all };
  return apiQuery("/api/browse/variant/{variant}", { path: { variant }, query }, { throwOnError: false });
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
  return apiQuery(
    "/api/browse/gene/{gene}",
    { path: { gene }, query },
    {
      placeholderData: (before, question) => (question?.queryKey[3] === gene ? keepPreviousData(before) : undefined),
      throwOnError: false,
    },
  );
};

/** The variants of one result inside a gene. */
export const insideQuery = (result: string, region: string) =>
  apiQuery("/api/browse/region", { query: { result: [result], region } }, { throwOnError: false });
