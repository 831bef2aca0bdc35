/** A region for tests: two results, the first with LD and a credible set. */
import type { RegionData, RegionGene, RegionTrack } from "./regionData";

export function gene(symbol: string, start: number, end: number, strand: "+" | "-" = "+"): RegionGene {
  return {
    symbol,
    ensembl_id: `ENSG-${symbol}`,
    aliases: [],
    chromosome: "4",
    start,
    end,
    strand,
    exons: [[start, start + 1]],
  };
}

const result: RegionTrack["result"] = {
  ref: "ma:1",
  kind: "ma",
  title: "HF all",
  detail: "12 studies",
  phenotype: "Heart failure",
  ancestry: "European",
  genome_build: "GRCh37",
  n: 1_421_316,
  effect_scale: "log_odds",
  verdict: "",
  caveat: "",
  public: false,
  address: "/hermes/ma/1",
};

function points(count: number, change: Partial<RegionTrack["points"]>): RegionTrack["points"] {
  const all = <T>(value: T): T[] => Array.from({ length: count }, () => value);
  return {
    position: [],
    neg_log_10_p_value: [],
    beta: all(0.1),
    standard_error: all(0.02),
    effect_allele: all("T"),
    other_allele: all("C"),
    effect_allele_frequency: all(0.11),
    rsid: [],
    n: all(1_421_316),
    ...change,
  };
}

export function regionData(change: Partial<RegionData> = {}): RegionData {
  const first = points(5, {
    position: [1_200_000, 1_500_000, 1_600_000, 1_900_000, 1_950_000],
    neg_log_10_p_value: [2, 20, 9, 1, null],
    rsid: ["rs1", "rs2", "rs3", "", ""],
    r2: [0.1, 1, 0.5, null, null],
    pip: [0, 0.9, 0.1, 0, 0],
    in_credible_set: [false, true, true, false, false],
  });
  const second = points(1, { position: [1_500_000], neg_log_10_p_value: [12], rsid: ["rs2"] });
  return {
    genome_build: "GRCh37",
    region: { chromosome: "4", start: 1_000_001, end: 2_000_000 },
    tracks: [
      { result, total: 5, shown: 5, lead: 1, points: first, credible_set: { size: 2 } },
      {
        result: { ...result, ref: "upload:2", title: "Lakeland", effect_scale: "units" },
        total: 1,
        shown: 1,
        lead: 0,
        points: second,
        credible_set: { size: 0 },
      },
    ],
    other_builds: [],
    genes: { source: "inside", items: [gene("PITX2", 1_538_579, 1_563_279, "-"), gene("ENPEP", 1_397_000, 1_484_000)] },
    recombination: { source: "map", position: [1_000_001, 1_500_000, 2_000_000], rate: [0.5, 40, 1] },
    known: { source: "", total: 0, missing: "No known loci are installed.", items: [] },
    ld: {
      source: "panel",
      sources: [],
      variant: { id: "4:1500000:C:T", chromosome: "4", position: 1_500_000, rsid: "rs2" },
    },
    ...change,
  };
}
