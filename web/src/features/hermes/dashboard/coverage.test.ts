import { expect, test } from "vitest";
import type { Covered } from "@/api/hermes/dashboard";
import { coverageOf } from "./coverage";

const covered = (change: Partial<Covered>): Covered => ({
  phenotype: "HF",
  ancestry: "EU",
  sex: "both",
  cohort: "A",
  accepted: 1,
  on_the_way: 0,
  effective_n: 100,
  ...change,
});

const all = [
  covered({}),
  covered({ cohort: "B", sex: "male", effective_n: 50 }),
  covered({ ancestry: "AF", cohort: "B", accepted: 0, on_the_way: 2, effective_n: 0 }),
  covered({ phenotype: "OLD", ancestry: "AF", accepted: 2, effective_n: 7 }),
];

test("a cell counts all sexes and cohorts; ancestries with most files come first, gaps stay", () => {
  const { ancestries, rows } = coverageOf(all, ["DCM", "HF"], undefined);
  expect(ancestries).toEqual(["AF", "EU"]);
  expect(rows.map(({ phenotype }) => phenotype)).toEqual(["DCM", "HF", "OLD"]);
  expect([...(rows[0]?.cells ?? [])]).toEqual([]);
  expect(rows[1]?.cells.get("EU")).toEqual({ accepted: 2, onTheWay: 0, effectiveN: 150 });
  expect(rows[1]?.cells.get("AF")).toEqual({ accepted: 0, onTheWay: 2, effectiveN: 0 });
  expect(rows[1]?.total).toEqual({ accepted: 2, onTheWay: 2, effectiveN: 150 });
});

test("the parts of a phenotype stand below it and add up to it", () => {
  const { rows } = coverageOf(all, ["HF"], "cohort");
  expect(rows.map(({ phenotype, part }) => [phenotype, part])).toEqual([
    ["HF", undefined],
    ["HF", "A"],
    ["HF", "B"],
    ["OLD", undefined],
    ["OLD", "A"],
  ]);
  expect(rows[2]?.total).toEqual({ accepted: 1, onTheWay: 2, effectiveN: 50 });
  expect(coverageOf(all, [], "sex").rows.map(({ part }) => part)).toEqual([
    undefined,
    "both",
    "male",
    undefined,
    "both",
  ]);
});
