import { describe, expect, it } from "vitest";
import { heterogeneityOf, type Locus, locusKey } from "../summary";
import { parseRows } from "./region";

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
});

describe("summary", () => {
  const locus = (i2: number | null) => ({ i2 }) as Locus;

  it.each<[(number | null)[], number | undefined, number]>([
    [[], undefined, 0],
    [[null], undefined, 0],
    [[10, 30, 20], 20, 0],
    [[60, 0, 80, 20], 40, 2],
  ])("median I² of %j", (values, median, high) => {
    expect(heterogeneityOf(values.map(locus))).toEqual({
      median,
      high,
      known: values.filter((value) => value !== null).length,
    });
  });

  it("names a locus for the address", () => {
    const of = { chromosome: 4, base_pair_location: 5, effect_allele: "T", other_allele: "C" } as Locus;
    expect(locusKey(of)).toBe("4_5_C_T");
  });
});
