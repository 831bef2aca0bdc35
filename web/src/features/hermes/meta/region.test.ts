import { describe, expect, it } from "vitest";
import { Genome } from "@/ui/chart/genome";
import { closeView } from "./ResultManhattan";
import { parseRegion, parseRows, regionAround, regionText, regionWords } from "./region";
import { regionModel, regionTwin } from "./regionPlot";
import { heterogeneityOf, type Locus, locusKey, parseSummary } from "./summary";

describe("parseRegion", () => {
  it.each([
    ["16:53500000-54500000", "16:53500000-54500000"],
    [" chr16:53,500,000-54,500,000 ", "16:53500000-54500000"],
    ["X:1000–2000", "X:1000-2000"],
    ["23:1000-2000", "X:1000-2000"],
    ["MT:5-9", "MT:5-9"],
    ["1:200000", "1:1-700000"],
  ])("%s", (text, region) => {
    const parsed = parseRegion(text);
    expect(parsed && regionText(parsed)).toBe(region);
  });

  it.each(["", "FTO", "16", "16:", "26:1-2", "0:1-2", "1:20-10", "1:0-5", "1:a-b"])("refuses %j", (text) => {
    expect(parseRegion(text)).toBeUndefined();
  });
});

describe("regionWords", () => {
  it("groups digits", () => {
    expect(regionWords(regionAround(4, 111_718_067))).toBe("4:111,218,067–112,218,067");
  });
});

const columns = ["chromosome", "base_pair_location", "effect_allele", "other_allele", "beta", "standard_error"].concat([
  "effect_allele_frequency",
  "p_value",
  "neg_log_10_p_value",
  "rsid",
  "direction",
  "i2",
  "n",
]);
const rows = [
  ["16", "53800000", "A", "T", "0.08", "0.004", "0.4", "1.2e-89", "88.92", "rs1", "++", "12", "400000"],
  ["16", "53900000", "C", "G", "NA", "NA", "NA", "0.5", "0.301", "NA", "+?", "NA", "NA"],
];

describe("parseRows", () => {
  const parsed = parseRows({ columns, rows, truncated: false });

  it("reads columns by name and NA as not known", () => {
    expect(parsed[0]).toMatchObject({ position: 53_800_000, negLog10P: 88.92, p: "1.2e-89", rsid: "rs1", i2: 12 });
    expect(parsed[1]).toMatchObject({ beta: undefined, eaf: undefined, rsid: "", n: undefined });
  });

  it("keeps the strongest in the figure and all in the table", () => {
    const model = regionModel(parsed, { chromosome: 16, start: 53_500_000, end: 54_500_000 });
    expect(model.marks.map((mark) => mark.text)).toEqual(["rs1"]);
    expect(model.points[0]?.x).toEqual([53_800_000, 53_900_000]);
    expect(regionTwin(parsed, true).rows).toHaveLength(2);
  });

  it("draws a region without rows", () => {
    expect(regionModel([], { chromosome: 1, start: 1, end: 10 }).marks).toEqual([]);
  });
});

describe("summary", () => {
  const locus = (i2: number | null) => ({ i2 }) as Locus;

  it.each<[(number | null)[], number | undefined, number]>([
    [[], undefined, 0],
    [[null], undefined, 0],
    [[10, 30, 20], 20, 0],
    [[60, 0, 80, 20], 40, 2],
  ])("median I² of %j", (values, median, high) => {
    expect(heterogeneityOf(values.map(locus))).toEqual({ median, high });
  });

  it("reads what the server leaves empty", () => {
    const summary = parseSummary({
      studies: [],
      n_variants: 0,
      n_genome_wide_significant: 0,
      top_loci: null,
      lambda_gc: null,
    });
    expect(summary.top_loci).toEqual([]);
  });

  it("refuses another shape with the place", () => {
    expect(() => parseSummary({ studies: [{ name: "a" }] })).toThrow(/studies\.0\.rows_in/);
  });

  it("names a locus for the address", () => {
    const of = { chromosome: 4, base_pair_location: 5, effect_allele: "T", other_allele: "C" } as Locus;
    expect(locusKey(of)).toBe("4_5_C_T");
  });
});

describe("closeView", () => {
  const genome = Genome.of([
    { code: 1, length: 20_000_000 },
    { code: 2, length: 20_000_000 },
  ]);
  const view = (low: number, high: number) => closeView(genome, { x: [low, high], y: [0, 10] });

  it.each<[string, number, number, string | undefined]>([
    ["small", 21_000_000, 23_000_000, "2:1000001-3000000"],
    ["at the start", 0, 1_000_000, "1:1-1000000"],
    ["too large", 0, 19_000_000, undefined],
    ["over two chromosomes", 19_000_000, 21_000_000, undefined],
  ])("%s", (_, low, high, region) => {
    const found = view(low, high);
    expect(found && regionText(found)).toBe(region);
  });
});
