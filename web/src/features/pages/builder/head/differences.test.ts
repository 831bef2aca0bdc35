import { expect, test } from "vitest";
import type { PageDocument } from "@/lib/document/document";
import { namesAt, placeWords, valueWords } from "./differences";
import { document } from "./testing";

const page: PageDocument = {
  ...document,
  columns: [
    { id: "gene", source: "gene", title: "Gene", type: "text" },
    { id: "p", source: "p", title: "P value", type: "number" },
  ],
  steps: [
    { id: "s1", type: "neglog10", input: "p", zero: "smallest", output: { id: "logp", title: "−log10 P" } },
    { id: "s2", type: "join", inputs: ["gene", "p"], by: [":"], missing: "skip", output: { id: "j", title: "Both" } },
  ],
  filters: [{ id: "p", type: "at_most", column: "p", label: "P at most", name_in_chip: true }],
  plots: [{ id: "q", type: "qq", title: "", y: { column: "p", is: "p", label: "" } }],
};
const names = namesAt("/table/columns", page);

test.each([
  ["/title", "Title"],
  ["/filters", "Filters"],
  ["/filters/0/preset", "Filters › P at most › Initial value"],
  ["/filters/7", "Filters › 7"],
  ["/steps/0/zero", "Converted columns › −log10 P › P values of 0"],
  ["/plots/0", "Plots › qq"],
  ["/formats/p", "Formats › P value"],
  ["/tips/logp", "Tips › −log10 P"],
  ["/table/columns", "Table › columns"],
  ["/genome_build", "Genome build"],
])("%s is %s", (path, words) => expect(placeWords(path, page, names)).toBe(words));

test.each<[unknown, string]>([
  [undefined, "nothing"],
  [null, "nothing"],
  ["", "nothing"],
  [[], "nothing"],
  [5e-8, "5e-8"],
  [0, "0"],
  [false, "no"],
  ["p", "P value"],
  [["gene", "logp", "another"], "Gene, −log10 P, another"],
  [[{ type: "decimals", digits: 2 }], "decimals, digits 2"],
  [{ low: 0, high: 1 }, "low 0, high 1"],
  [page.filters[0], "P at most"],
])("%j is said as %s", (value, words) => expect(valueWords(value, names)).toBe(words));

test("an id that a column and a filter share is named by what the place is about", () => {
  expect(valueWords(["p"], namesAt("/filters", page))).toBe("P at most");
  expect(valueWords(["p"], namesAt("/table/columns", page))).toBe("P value");
});
