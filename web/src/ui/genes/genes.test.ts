import { describe, expect, it } from "vitest";
import { formatDistance, genesText, someGenes } from "./genes";

describe("formatDistance", () => {
  it.each([
    [1, "1 bp"],
    [999, "999 bp"],
    [1000, "1.0 kb"],
    [9949, "9.9 kb"],
    [116_199, "116 kb"],
    [999_499, "999 kb"],
    [999_500, "1.0 Mb"],
    [12_300_000, "12 Mb"],
  ])("%i bases are %s", (bases, text) => {
    expect(formatDistance(bases)).toBe(text);
  });
});

describe("genesText", () => {
  it("names the genes and how far they are", () => {
    expect(genesText({ nearest_genes: ["FTO"], gene_distance: 0 })).toBe("FTO");
    expect(genesText({ nearest_genes: ["APOC4", "APOC2"], gene_distance: 0 })).toBe("APOC4, APOC2");
    expect(genesText({ nearest_genes: ["CDKN2B"], gene_distance: 116_199 })).toBe("CDKN2B, 116 kb away");
  });

  it("says nothing for reports without genes", () => {
    expect(genesText({})).toBeUndefined();
    expect(genesText({ nearest_genes: [] })).toBeUndefined();
    expect(someGenes([{}, { nearest_genes: [] }])).toBe(false);
    expect(someGenes([{}, { nearest_genes: ["FTO"] }])).toBe(true);
  });
});
