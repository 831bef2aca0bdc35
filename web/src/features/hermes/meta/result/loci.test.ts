import { describe, expect, it } from "vitest";
import type { Locus } from "../summary";
import { directionWords } from "../words";
import { weightsOf } from "./forests";
import { type LocusEntry, lociCsv, sortLoci } from "./loci";

const locus = (rsid: string, part: Partial<Locus>) =>
  ({
    chromosome: 1,
    base_pair_location: 100,
    rsid,
    effect_allele: "A",
    other_allele: "G",
    effect_allele_frequency: 0.25,
    n: 1000,
    n_studies: 2,
    beta: 0.1,
    standard_error: 0.01,
    p_value: "1.5e-23",
    neg_log_10_p_value: 22.8,
    direction: "+-",
    q: 1.5,
    het_p: "0.22",
    i2: 33,
    tau2: 0,
    driven_by: "",
    nearest_genes: ["PITX2"],
    studies: [],
    ...part,
  }) as unknown as Locus;

const near = { variant: "rs9", trait: "Heart failure", distance: 12, pubmed_id: "7", base_pair_location: 1 };
const entries: LocusEntry[] = [
  {
    locus: locus("strongest", { chromosome: 16, neg_log_10_p_value: 400.5, p_value: "3.2e-401" }),
    known: { known: true, nearest: { ...near, neg_log_10_p_value: 9 } },
  },
  {
    locus: locus("second", { chromosome: 2, n: 5000, beta: -0.4, het_p: "3e-9", i2: null, neg_log_10_p_value: 30 }),
    known: { known: false },
  },
  {
    locus: locus("third", { base_pair_location: 99, n: null, het_p: "NA", nearest_genes: ["ABO"], q: null }),
    known: undefined,
  },
];
const order = (sort: string | undefined) => sortLoci(entries, sort).map((entry) => entry.locus.rsid);

describe("top loci", () => {
  it.each([
    [undefined, ["strongest", "second", "third"]],
    ["p", ["strongest", "second", "third"]],
    ["-p", ["third", "second", "strongest"]],
    ["place", ["third", "second", "strongest"]],
    ["gene", ["third", "strongest", "second"]],
    ["known", ["strongest", "second", "third"]],
    ["-known", ["second", "strongest", "third"]],
    ["n", ["strongest", "second", "third"]],
    ["-n", ["second", "strongest", "third"]],
    ["effect", ["second", "strongest", "third"]],
    ["het", ["second", "strongest", "third"]],
    ["-het", ["strongest", "second", "third"]],
    ["i2", ["strongest", "third", "second"]],
    ["of an old link", ["strongest", "second", "third"]],
  ])("sorted by %s, what is not known last", (sort, names) => {
    expect(order(sort)).toEqual(names);
  });

  it("are a file with every digit, the studies of the signs, and what is known", () => {
    const [header = "", first, second, third, end] = lociCsv(entries, ["North", "South"], "GRCh37").split("\r\n");
    expect(header.split(",")).toHaveLength(38);
    expect(first).toBe(
      "GRCh37,16,100,strongest,A,G,0.25,1000,2,0.1,0.01,3.2e-401,400.5,'+-,North; South,1.5,0.22,33,0,,PITX2,yes,rs9,Heart failure,12,7,,,,,,,,,,,,",
    );
    expect(second).toContain(",-0.4,0.01,");
    expect(second).toMatch(/,PITX2,no,{16}$/);
    expect(third).toMatch(/^GRCh37,1,99,third,A,G,0\.25,,2,.*'\+-,North; South,,,33,0,,ABO,{17}$/);
    expect(end).toBe("");
  });
});

it("a sign of a direction is of the study at its place", () => {
  expect(directionWords("+-?0", ["A", "B", "C", "D"])).toBe("+ A\n− B\nnot in C\n0 D");
});

describe("weights of a forest", () => {
  const two = locus("x", {
    tau2: 3,
    studies: [
      { name: "North", standard_error: 1 },
      { name: "South", standard_error: 2 },
      { name: "West", standard_error: null },
    ] as Locus["studies"],
  });

  // 1 and 1/4 of 5/4; with a variance of 3 between studies 1/4 and 1/7 of 11/28.
  it.each([
    ["ivw", [0.8, 0.2]],
    ["metaregression", [0.8, 0.2]],
    ["random", [7 / 11, 4 / 11]],
    ["samplesize", []],
  ] as const)("%s", (scheme, weights) => {
    const got = [...weightsOf(two, scheme)];
    expect(got.map(([name]) => name)).toEqual(["North", "South"].slice(0, weights.length));
    expect(got.map(([, weight]) => Number(weight.toFixed(12)))).toEqual(weights.map((w) => Number(w.toFixed(12))));
  });
});
