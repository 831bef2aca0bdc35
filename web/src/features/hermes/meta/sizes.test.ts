import { describe, expect, it } from "vitest";
import { contributions, sizesOf } from "./sizes";
import { study as studyOf, summaryOf } from "./testSummary";
import { notContributing } from "./words";

const input = (dataset_name: string, n_total: number, cases?: number) => ({
  upload_id: dataset_name,
  run_id: "r",
  dataset_name,
  cohort: "c",
  ancestry: "EU",
  n_total,
  ...(cases === undefined ? {} : { cases, controls: n_total - cases }),
});
const study = (name: string, rows_used: number, dropped_by_reason = {}) =>
  studyOf(name, { rows_in: 1304, rows_used, dropped_by_reason });
const of = (...studies: ReturnType<typeof study>[]) => summaryOf({ studies });

describe("sizesOf", () => {
  it("sums cases and controls over the studies that state them", () => {
    expect(sizesOf([input("a", 1000, 400), input("b", 500), input("c", 300, 0)])).toEqual({
      people: 1800,
      cases: 400,
      controls: 900,
      counted: 2,
    });
    expect(sizesOf([])).toEqual({ people: 0, cases: 0, controls: 0, counted: 0 });
  });
});

describe("contributions", () => {
  it("leaves out the studies of which no row is in the result", () => {
    const inputs = [input("North HF", 1000, 400), input("South HF", 500, 50)];
    const { used, unused } = contributions({ inputs }, of(study("North HF", 1), study("South HF", 0)));
    expect(sizesOf(used).people).toBe(1000);
    expect(unused.map((one) => one.name)).toEqual(["South HF"]);
  });

  it.each([
    [10, true],
    [9, false],
    [3, false],
  ])("counts a study with %i of 1,000 variants of the largest: %s", (rows, isCounted) => {
    const inputs = [input("North HF", 1000, 400), input("South HF", 90_000, 90_000)];
    const { used, counted, unused, few } = contributions(
      { inputs },
      of(study("North HF", 1000), study("South HF", rows)),
    );
    expect(used).toHaveLength(2); // methods name every study with a row in the result
    expect(unused).toEqual([]);
    expect(sizesOf(counted).cases).toBe(isCounted ? 90_400 : 400);
    expect(few.map((one) => one.name)).toEqual(isCounted ? [] : ["South HF"]);
  });

  it("names what a study with few variants gave", () => {
    const [one] = of(study("South HF", 3, { few_studies: 1301 })).studies;
    expect(one && notContributing(one)).toBe(
      "South HF contributed 3 variants, less than 1 % of those of the largest study, and is not counted: 1,301 rows in too few studies.",
    );
    const [all] = of(studyOf("South HF", { rows_in: 3, rows_used: 3 })).studies;
    expect(all && notContributing(all)).toContain("is not counted: it has no other rows.");
  });

  it("says why, most frequent first", () => {
    const [one] = of(study("South HF", 0, { low_maf: 1, few_studies: 1303, duplicate: 0 })).studies;
    expect(one && notContributing(one)).toBe(
      "South HF contributed no variant and is not counted: 1,303 rows in too few studies, 1 row rare.",
    );
    const [empty] = of(study("South HF", 0)).studies;
    expect(empty && notContributing(empty)).toContain("it has no rows.");
  });
});
