import { expect, test } from "vitest";
import { type Ancestries, aloneCsv, lociAlone } from "./alone";

const locus = {
  chromosome: 23,
  base_pair_location: 5_000_001,
  rsid: "rs1",
  nearest_genes: ["A1", "B2"],
  effect_allele: "A",
  other_allele: "G",
  effect_allele_frequency: 0.25,
  n: 1200.5,
  beta: -0.123456789,
  standard_error: 0.01,
  neg_log_10_p_value: 400.25,
};
const whole = { studies: [], n_variants: 1, n_genome_wide_significant: 1, n_loci: 1, lambda_gc: 1, n_max: 1 };
const ancestries = [
  { ...whole, name: "EUR", loci_alone: [] },
  {
    ...whole,
    name: "SA",
    loci_alone: [
      { ...locus, combined: { beta: 0.5, standard_error: 0.25, neg_log_10_p_value: null } },
      {
        ...locus,
        chromosome: 0,
        base_pair_location: 0,
        rsid: "rs2",
        nearest_genes: undefined,
        n: null,
        combined: null,
      },
    ],
  },
  { ...whole, name: "EA" },
] as unknown as Ancestries;

test("loci stand by ancestry, as the result has them", () => {
  expect(lociAlone(ancestries).map((one) => [one.ancestry, one.locus.rsid])).toEqual([
    ["SA", "rs1"],
    ["SA", "rs2"],
  ]);
});

test("a line of the table has every digit, X by its name, and nothing where nothing is known", () => {
  const [header = "", first, second, end] = aloneCsv(ancestries, "GRCh37", () => "South Asian").split("\r\n");
  expect(header.split(",")).toHaveLength(16);
  expect(first).toBe("South Asian,GRCh37,X,5000001,rs1,A1; B2,A,G,0.25,1200.5,-0.123456789,0.01,400.25,0.5,0.25,");
  expect(second).toBe("South Asian,GRCh37,,,rs2,,A,G,0.25,,-0.123456789,0.01,400.25,,,");
  expect(end).toBe("");
});
