import { expect, it } from "vitest";
import { onChromosome } from "./chromosomes";
import { parseRegion, regionText } from "./region";

/** Ends by the assembly reports of GRCh37.p13 and GRCh38.p14. */
it.each([
  ["1:249000001-250000000", "GRCh37", "1:248250622-249250621"],
  ["1:248956000-248956422", "GRCh38", "1:248956000-248956422"],
  ["1:248956000-248956423", "GRCh38", "1:248955999-248956422"],
  ["MT:1-100000", "GRCh38", "MT:1-16569"],
  ["X:155270000-155280000", "GRCh37", "X:155260560-155270560"],
  ["21:48129895-48129896", undefined, "21:48129895-48129896"],
] as const)("%s on %s is %s", (text, build, want) => {
  const region = parseRegion(text);
  expect(region && regionText(onChromosome(region, build))).toBe(want);
});
