import { describe, expect, it } from "vitest";
import type { HermesNeighbours } from "@/api/hermes/peers";
import { gapsIn, limitsOf, measuresOf, remarksOn } from "./agreementWords";
import { sound } from "./soundReport";

type Together = NonNullable<HermesNeighbours["items"][number]["together"]>;

const alike: Together = {
  frequencies: 30_000,
  frequency_r: 0.95,
  frequency_share_apart: 0.01,
  variants: 900_000,
  genetic_correlation: 0.9,
  genetic_correlation_se: 0.1,
  intercept: 0.01,
  intercept_se: 0.01,
  shared_people: null,
};

const limits = { r: 0.95, apart: 0.01 };
const beside = (change: Partial<Together> | null) => ({
  id: "1",
  dataset_name: "A",
  cohort: "C",
  n_total: 1,
  together: change && { ...alike, ...change },
});
const told = (change: Partial<Together> | null) => remarksOn(beside(change), limits);

describe("what stands out of a comparison", () => {
  it("says nothing of files that agree", () => {
    expect(told({})).toEqual([]);
  });

  it.each<[Partial<Together> | null, string]>([
    [null, "Not compared."],
    [{ frequencies: 29 }, "Too few common variants to compare frequencies."],
    [{ lacks: "scores" }, "No common LD scores, so genetic correlation was not estimated."],
  ])("what was not compared is no warning: %j", (change, words) => {
    expect(told(change)).toEqual([]);
    expect(gapsIn(beside(change))).toEqual([words]);
  });

  it.each<[Partial<Together>, string]>([
    [{ frequency_r: -0.2 }, "Frequencies are those of the other allele."],
    [{ frequency_r: 0.9499 }, "Frequencies correlate only weakly, below 0.95."],
    [{ frequency_share_apart: 0.0101 }, "1.0 % of frequencies differ by more than 0.2."],
    [{ genetic_correlation: -0.21 }, "Effects have the opposite sign."],
    [{ shared_people: 1234.6 }, "Consistent with about 1,235 people in both files."],
  ])("%j", (change, words) => {
    expect(told(change)).toEqual([words]);
  });

  it("takes the thresholds of the run", () => {
    expect(limitsOf(sound)).toEqual(limits);
    const chosen = { key: "peer_frequency_r", value: 0.8 } as NonNullable<typeof sound.thresholds>[number];
    expect(limitsOf({ ...sound, thresholds: [chosen] })).toEqual({ r: 0.8, apart: 0.01 });
  });

  it("writes the figures that there are, with their errors", () => {
    const of = (change: Partial<Together>) => measuresOf(beside(change));
    expect(of({ genetic_correlation: 0.934, genetic_correlation_se: 0.051 })).toEqual([
      "Frequencies: r 0.950",
      "Genetic correlation 0.93 (0.05)",
      "Intercept 0.01 (0.01)",
    ]);
    expect(of({ frequency_r: null, genetic_correlation: null, intercept: null })).toEqual([]);
  });
});
