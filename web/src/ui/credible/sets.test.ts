import { describe, expect, it } from "vitest";
import { type CredibleSets, commonReason, type LocusSet, regionOfSet, setsCsv, topOf } from "./sets";

const lead = {
  chromosome: 23,
  base_pair_location: 64_840_000,
  effect_allele: "A",
  other_allele: "G",
  rsid: "rs7",
  beta: 0.1,
  standard_error: 0.01,
  effect_allele_frequency: 0.3,
  neg_log_10_p_value: 20,
  n: 1000,
};

const members = {
  position: [64_840_000, 64_839_000],
  effect_allele: ["A", "T"],
  other_allele: ["G", "C"],
  rsid: ["", "rs9"],
  beta: [0.1, 0.09],
  standard_error: [0.01, 0.01],
  effect_allele_frequency: [0.3, null],
  neg_log_10_p_value: [20, 19],
  n: [1000, 990],
  pip: [0.75, 0.21],
};

const locus = (change: Partial<LocusSet> = {}): LocusSet => ({
  lead,
  nearest_genes: ["MSN"],
  credible_set: { size: 2, of: 30, assumption: "One signal." },
  span: { chromosome: "X", start: 64_839_000, end: 64_840_000 },
  beside: false,
  members,
  ...change,
});

const without = (missing: string) =>
  locus({
    credible_set: { size: 0, missing },
    span: undefined,
    members: { ...members, position: [], rsid: [], pip: [] },
  });

const of = (...sets: LocusSet[]): CredibleSets => ({
  result: { ref: "ma:1", title: "HF", genome_build: "GRCh37" } as CredibleSets["result"],
  coverage: 0.95,
  total: sets.length,
  sets,
});

describe("credible sets", () => {
  it("are looked at whole, with the lead and room on both sides", () => {
    expect(regionOfSet(locus())).toEqual({ chromosome: 23, start: 64_739_000, end: 64_940_000 });
    const far = locus({ span: { chromosome: "X", start: 64_900_000, end: 64_900_000 } });
    expect(regionOfSet(far)).toEqual({ chromosome: 23, start: 64_740_000, end: 65_000_000 });
    const early = locus({
      lead: { ...lead, base_pair_location: 500 },
      span: { chromosome: "X", start: 400, end: 500 },
    });
    expect(regionOfSet(early)?.start).toBe(1);
    expect(regionOfSet(without("No."))).toBeUndefined();
  });

  it("name their most probable variant by its place where it has no rs number", () => {
    expect(topOf(locus())).toEqual({ name: "X:64840000", probability: 0.75 });
    expect(topOf(locus({ members: { ...members, rsid: ["rs5", "rs9"] } }))?.name).toBe("rs5");
    expect(topOf(without("No."))).toBeUndefined();
  });

  it("give one reason when no locus has a set", () => {
    expect(commonReason(of(without("No scale."), without("No scale.")))).toBe("No scale.");
    expect(commonReason(of(without("No scale."), without("No lead.")))).toBeUndefined();
    expect(commonReason(of(locus(), without("No scale.")))).toBeUndefined();
  });

  it("are a line for each variant in a file", () => {
    const [header, first, second, end] = setsCsv(of(locus(), without("No scale."))).split("\r\n");
    expect(header).toBe(
      "genome_build,lead_variant,nearest_genes,variants_in_set,variants_weighed,chromosome,base_pair_location,rsid,effect_allele,other_allele," +
        "effect_allele_frequency,beta,standard_error,neg_log_10_p_value,n,posterior_probability",
    );
    expect(first).toBe("GRCh37,rs7,MSN,2,30,X,64840000,,A,G,0.3,0.1,0.01,20,1000,0.75");
    expect(second).toBe("GRCh37,rs7,MSN,2,30,X,64839000,rs9,T,C,,0.09,0.01,19,990,0.21");
    expect(end).toBe("");
  });
});
