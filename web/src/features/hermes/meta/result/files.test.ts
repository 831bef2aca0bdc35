import { expect, it } from "vitest";
import { byMeaning, fileWords, vcfHint } from "./files";

it.each([
  ["results.tsv.gz", "Full results"],
  ["results.tsv.gz.tbi", "Index of the full results"],
  ["results.EU.tsv.gz", "Results, European"],
  ["results.EU.tsv.gz.tbi", "Index of the results, European"],
  ["results-gwas-ssf.tsv.gz", "GWAS-SSF for the GWAS Catalog"],
  ["results-gwas-ssf.tsv.gz-meta.yaml", "Description of the GWAS-SSF"],
  ["results.vcf.gz", "GWAS-VCF"],
  ["results.vcf.gz.tbi", "Index of the GWAS-VCF"],
  ["top-loci.csv", "Top loci"],
  ["new.bin", "new.bin"],
])("%s is told as %s", (name, told) => {
  expect(fileWords(name, (code) => (code === "EU" ? "European" : code))).toBe(told);
});

it("offers the full results first, and what is only for programs last", () => {
  const names = [
    "inputs.json",
    "results-gwas-ssf.tsv.gz",
    "results.EU.tsv.gz",
    "results.tsv.gz",
    "results.vcf.gz",
    "top-loci.csv",
  ];
  expect(byMeaning(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    "results.tsv.gz",
    "results.EU.tsv.gz",
    "top-loci.csv",
    "results-gwas-ssf.tsv.gz",
    "results.vcf.gz",
    "inputs.json",
  ]);
});

it.each([
  [0, 12_345, "Reference alleles of 1000 Genomes; no variant left out"],
  [1, 1, "Reference alleles of 1000 Genomes; 1 of 1 variant left out"],
  [2345, 12_345, "Reference alleles of 1000 Genomes; 2,345 of 12,345 variants left out"],
])("%d of %d left out is said", (left_out, rows_in, told) => {
  expect(vcfHint({ panel: "1000 Genomes", left_out, rows_in })).toBe(told);
});
