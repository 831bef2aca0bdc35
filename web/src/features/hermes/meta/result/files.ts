import type { Schemas } from "@/api/client";
import { formatCount, plural } from "@/lib/format/format";
import { own } from "@/lib/own";

/** In the order in which they are offered. */
const words: Record<string, string> = {
  "results.tsv.gz": "Full results",
  "results.tsv.gz.tbi": "Index of the full results",
  "top-loci.csv": "Top loci",
  "studies-at-loci.csv": "Top loci per study, and leave-one-out",
  "fine-mapping.tsv.gz": "Fine-mapping: PIP and signals of all variants at loci",
  "fine-mapping.tsv.gz.tbi": "Index of the fine-mapping",
  "results-gwas-ssf.tsv.gz": "GWAS-SSF for the GWAS Catalog",
  "results-gwas-ssf.tsv.gz-meta.yaml": "Description of the GWAS-SSF",
  "results.vcf.gz": "GWAS-VCF",
  "results.vcf.gz.tbi": "Index of the GWAS-VCF",
  "summary.json": "Summary",
  "inputs.json": "Inputs and options",
};

/** The description of a result file; `ancestryWords` maps an ancestry code to its name. */
export function fileWords(name: string, ancestryWords: (code: string) => string): string {
  const [, ancestry, index] = /^results\.(.+)\.tsv\.gz(\.tbi)?$/.exec(name) ?? [];
  if (ancestry) return `${index ? "Index of the results" : "Results"}, ${ancestryWords(ancestry)}`;
  return own(words, name) ?? name;
}

/** What people come for first; the results of single ancestries follow the full ones. */
export function byMeaning<File extends { name: string }>(files: File[]): File[] {
  const order = Object.keys(words);
  const place = ({ name }: File) => (order.includes(name) ? order.indexOf(name) : order.indexOf("top-loci.csv") - 0.5);
  return files.toSorted((a, b) => place(a) - place(b));
}

/**
 * The line below the GWAS-VCF: the source of its reference alleles, and how many variants could not
 * be written.
 */
export function vcfHint({ panel, left_out, rows_in = 0 }: Schemas["MetaVcf"]): string {
  const left = left_out === 0 ? "no variant" : `${formatCount(left_out)} of ${plural(rows_in, "variant")}`;
  return `Reference alleles of ${panel}; ${left} left out`;
}
