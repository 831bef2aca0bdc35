import { expect, test } from "vitest";
import { exampleOf, readSchema, schemaWords, writeSchema } from "./schema";

const row = { phenotype: "T2D", gene: "", ensembl_id: "ENSG00000164093", chr: "chr4", pos: "111600118", start: "10" };

test.each([
  ["rsid", "By rsid", []],
  ["chr:pos", "By region, gene or position", ["4:111600118-111700118"]],
  ["phenotype,gene|ensembl_id", "By phenotype and gene or ensembl_id", ["T2D", "ENSG00000164093"]],
  [
    "phenotype,chr:start-stop;locus_step=500",
    "By phenotype, together with a region, a gene or a position",
    ["T2D", "4:10-100010"],
  ],
  ["varId=$chr:$pos", "By region, gene or position", ["PITX2"]],
])("%s: %s", (text, words, example) => {
  expect(schemaWords(readSchema(text))).toBe(words);
  expect(exampleOf(readSchema(text), row)).toEqual(example.length > 0 ? example : ["…"]);
});

test.each([
  [["rsid", "", ""], { chromosome: "", start: "", end: "" }, "rsid"],
  [["a", "", "b"], { chromosome: "chr", start: "pos", end: "" }, "a,b,chr:pos"],
  [[], { chromosome: "chr", start: "s", end: "e" }, "chr:s-e"],
  [[], { chromosome: "chr", start: "", end: "" }, ""],
])("keys %j at %j are %s", (keys, locus, text) => expect(writeSchema(keys, locus)).toBe(text));
