import { describe, expect, it } from "vitest";
import type { ComparedLocus, Comparison, LeadVariant } from "@/api/browse/compare";
import { effectPoints, effectText, lociTable, miamiLoci, regionOf, rowIn, slopeText } from "./loci";

const lead = (position: number, beta: number, p: number): LeadVariant => ({
  chromosome: 10,
  base_pair_location: position,
  effect_allele: "T",
  other_allele: "C",
  rsid: "rs1",
  beta,
  standard_error: 0.01,
  effect_allele_frequency: 0.2,
  neg_log_10_p_value: p,
  n: 1000,
});

const shared: ComparedLocus = {
  found_in: "both",
  index: "down",
  nearest_genes: ["BAG3"],
  gene_distance: 0,
  up: lead(121_400_000, -0.083, 26),
  down: lead(121_429_633, -0.301, 32),
  other: lead(121_429_633, -0.08, 25),
  point: { x: -0.08, x_error: 0.01, y: -0.301, y_error: 0.01 },
};
const alone: ComparedLocus = { found_in: "up", index: "up", up: lead(5, 0.1, 9), unmatched: "strand" };

describe("a locus", () => {
  it("is known by its stronger lead", () => {
    expect(regionOf(shared)).toEqual({ chromosome: 10, start: 120_929_633, end: 121_929_633 });
    expect(miamiLoci([shared, alone]).map(({ label, position, shared }) => [label, position, shared])).toEqual([
      ["BAG3", 121_429_633, true],
      ["10:5", 5, false],
    ]);
  });

  it("shows the lead of each result, else the same variant there, else nothing", () => {
    expect(rowIn(shared, "up")).toEqual({ row: shared.up, lead: true });
    expect(rowIn({ ...shared, up: undefined }, "up")).toEqual({ row: shared.other, lead: false });
    expect(rowIn(alone, "down").row).toBeUndefined();
  });

  it("is a point when it could be matched", () => {
    expect(effectPoints([shared, alone])).toEqual([
      {
        key: "10:121429633:C:T",
        label: "BAG3",
        variant: "10:121,429,633 T/C",
        shared: true,
        x: -0.08,
        xError: 0.01,
        y: -0.301,
        yError: 0.01,
      },
    ]);
  });
});

it.each([
  [Math.log(1.15), true, "1.15"],
  [-0.08333, false, "−0.0833"],
])("an effect of %f", (beta, ratio, want) => expect(effectText(lead(1, beta, 1), ratio)).toBe(want));

it("the slope is written with its interval", () => {
  const line: Comparison["line"] = {
    n: 9,
    opposite: 0,
    slope: 1.378,
    standard_error: 0.13,
    low: 1.123,
    high: 1.637,
    scatter: 1,
    correlation: 0.7,
  };
  expect(slopeText(line)).toBe("1.38 (1.12 to 1.64)");
  expect(slopeText({ ...line, slope: null, low: null, high: null })).toBeUndefined();
});

it("the table for other programs has a row for each locus, with why a side is empty", () => {
  const result = { title: "HF" } as Comparison["up"];
  const { header, rows } = lociTable({
    up: result,
    down: { ...result, title: "DCM" },
    loci: [shared, alone],
  } as Comparison);
  expect(rows.map((row) => row.length)).toEqual([header.length, header.length]);
  expect(rows[1]?.slice(0, 6)).toEqual(["HF", "DCM", "up", "", "10", "5"]);
  expect(rows[1]?.at(-1)).toBe("strand");
});
