import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type JudgedLocus = Schemas["BrowseLocus"];
export type Colocalisation = Schemas["BrowseColocalisation"];

/** The strongest locus of a region, judged and fine-mapped. */
export const locusQuery = (result: string, region: string, ldFrom?: string) =>
  apiQuery("/api/browse/locus", { query: { result, region, ld_from: ldFrom } }, { throwOnError: false });

/** Prior probabilities of a variant to be causal for the first trait, the second, and both. */
export interface Priors {
  p1: number;
  p2: number;
  p12: number;
}

export const colocalisationQuery = (first: string, second: string, region: string, priors: Priors) =>
  apiQuery("/api/browse/colocalisation", { query: { first, second, region, ...priors } }, { throwOnError: false });
