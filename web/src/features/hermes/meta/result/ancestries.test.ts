import { describe, expect, it } from "vitest";
import type { Locus } from "../summary";
import { study } from "../testSummary";
import { ancestriesOf, ancestryLines } from "./ancestries";

const effect = { beta: 0.1, standard_error: 0.02, neg_log_10_p_value: 6, n: 10, effect_allele_frequency: 0.3 };
const locus = {
  studies: [],
  ancestries: [
    { name: "AA", n_studies: 1, ...effect },
    { name: "EU", n_studies: 2, ...effect, beta: 0.4 },
  ],
} as unknown as Locus;
const names = {
  of: new Map([
    ["North", "EU"],
    ["West", "AA"],
    ["South", "EU"],
  ]),
  words: (code: string) => `${code} people`,
};

describe("the forest of several ancestries", () => {
  const studies = [study("North"), study("West"), study("South")];
  const lines = ancestryLines(locus, studies, names, ({ name }) => ({ name, beta: 1, se: 1 }));

  it("stands under a heading for each, with the sum of those of several studies", () => {
    expect(lines.map((line) => line.name)).toEqual([
      "AA people",
      "West",
      "EU people",
      "North",
      "South",
      "EU people, 2 studies",
    ]);
    expect(lines.map((line) => Boolean(line.heading))).toEqual([true, false, true, false, false, false]);
    expect(lines.filter((line) => line.subtotal)).toEqual([expect.objectContaining({ beta: 0.4, se: 0.02 })]);
  });

  it("names an ancestry once over all loci", () => {
    expect(ancestriesOf([locus, { studies: [] } as unknown as Locus, locus])).toEqual(["AA", "EU"]);
  });
});
