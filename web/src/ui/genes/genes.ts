import type { Schemas } from "@/lib/contract";
import { formatDecimal } from "@/lib/format/format";

/** A report's genes at a variant; absent from older reports. */
export type NearGenes = Pick<Schemas["QcLead"], "nearest_genes" | "gene_distance">;

/** The gene list of a report: "gencode 44"; nothing for early reports and without a list. */
export function geneListWords(list: Schemas["GeneList"] | undefined): string | undefined {
  if (!list) return undefined;
  const name = [list.name, list.version].filter(Boolean).join(" ");
  return list.inside ? `${name}, part of Cohortium` : name;
}

/** "116 kb": bases between a variant and a gene, for people. */
export function formatDistance(bases: number): string {
  if (bases < 1000) return `${bases} bp`;
  const [value, unit] = bases < 999_500 ? [bases / 1000, "kb"] : [bases / 1e6, "Mb"];
  return `${value < 10 ? formatDecimal(value, 1) : formatDecimal(value, 0)} ${unit}`;
}

/** "FTO", "CDKN2B, 116 kb away"; nothing without a gene. */
export function genesText({ nearest_genes, gene_distance }: NearGenes): string | undefined {
  if (!nearest_genes?.length) return undefined;
  const names = nearest_genes.join(", ");
  return gene_distance ? `${names}, ${formatDistance(gene_distance)} away` : names;
}

/** Whether any variant has a gene, so that a table has a column for them. */
export const someGenes = (variants: readonly NearGenes[]): boolean => variants.some((v) => genesText(v) !== undefined);
