import { describe, expect, it } from "vitest";
import type { BrowseHit } from "@/api/browse/variant";
import { geneNumbers } from "./tiles";

function hit(phenotype: string, negLog10P: number | null, position: number, i2: number | null = null): BrowseHit {
  return {
    effect: {
      result: {
        ref: `file:${phenotype}${position}`,
        kind: "file",
        title: phenotype,
        detail: "",
        phenotype,
        ancestry: "",
        genome_build: "GRCh37",
        effect_scale: "log_odds",
        verdict: "",
        caveat: "",
        public: false,
        address: "/datasets/x",
      },
      beta: 0.1,
      standard_error: 0.01,
      effect_allele_frequency: 0.2,
      neg_log_10_p_value: negLog10P,
      p_value: "",
      n: null,
    },
    variant: { id: `4:${position}:C:T`, chromosome: "4", position },
    distance: 0,
    variants: 10,
    i2,
  };
}

describe("geneNumbers", () => {
  it("counts what is below 5e-8, once a phenotype and once a variant", () => {
    const numbers = geneNumbers([
      hit("Heart failure", 57.4, 10, 20),
      hit("heart failure", 18.4, 10, 60),
      hit("Stroke", 8, 12, 30),
      hit("QRS", 7.30102, 12, 90), // just above 5e-8, whose −log10 is 7.301030
      hit("LVEF", null, 13),
    ]);
    expect(numbers).toEqual({
      results: 5,
      significant: 3,
      phenotypes: 4,
      significantPhenotypes: 2,
      leads: ["4:10:C:T", "4:12:C:T"],
      medianI2: 30,
    });
  });

  it("takes the middle of two, and says nothing of none", () => {
    expect(geneNumbers([hit("a", 9, 1, 10), hit("b", 9, 1, 40)]).medianI2).toBe(25);
    expect(geneNumbers([hit("a", 9, 1)]).medianI2).toBeUndefined();
    expect(geneNumbers([]).significant).toBe(0);
  });
});
