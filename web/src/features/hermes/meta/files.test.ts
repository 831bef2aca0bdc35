import { expect, it } from "vitest";
import { fileWords } from "./files";

it.each([
  ["results.tsv.gz", "Full results"],
  ["results.tsv.gz.tbi", "Index of the full results"],
  ["results.EU.tsv.gz", "Results, European"],
  ["results.EU.tsv.gz.tbi", "Index of the results, European"],
  ["top-loci.csv", "Top loci"],
  ["new.bin", "new.bin"],
])("%s is told as %s", (name, told) => {
  expect(fileWords(name, (code) => (code === "EU" ? "European" : code))).toBe(told);
});
