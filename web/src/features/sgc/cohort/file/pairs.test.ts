import { expect, test } from "vitest";
import type { CohortCounts, CountRow } from "@/api/sgc/sgc";
import { newGrid, startEdits } from "./grid";
import { pairsToFill } from "./pairs";
import { sendingOf, type Work } from "./sent";

const row = (code: string, low: number, high = low): CountRow => ({
  code,
  description: code,
  cases: { low, high },
  controls: { low: 0, high: 0 },
  effective_n: { low: 0, high: 0 },
});
const counts: CohortCounts = {
  male: [row("ZOSTER", 10), row("ACNE", 20), row("RARE", 0, 4), row("NOBODY", 0)],
  female: [row("PSOR", 9)],
  both: [],
  male_pairs: [],
  female_pairs: [],
  both_pairs: [],
};

test("pairs are made of the phenotypes with cases, hidden ones too, of the same sex", () => {
  expect(pairsToFill("cooccurrence_male", counts)).toEqual([
    ["ACNE", "RARE", ""],
    ["ACNE", "ZOSTER", ""],
    ["RARE", "ZOSTER", ""],
  ]);
  expect(pairsToFill("cooccurrence_female", counts)).toEqual([]);
});

test("only pairs with a number are sent, and 0 is one; lines lead to their rows", async () => {
  const header = ["phenotype1", "phenotype2", "cooccurrence_count"];
  const grid = newGrid(header, [
    ["ACNE", "RARE", ""],
    ["ACNE", "ZOSTER", "0"],
    ["RARE", "ZOSTER", " "],
    ["PSOR", "ZOSTER", "<5"],
    ["", "", ""],
  ]);
  const mapping = Object.fromEntries(header.map((name) => [name, name]));
  const work: Work = { source: { name: "a.tsv", latin1: false }, edits: startEdits(grid), edited: true, mapping };
  const counted = sendingOf({ ...work, onlyCounted: true });
  expect((await counted.file.body.text()).trim().split("\n").slice(1)).toEqual(["ACNE\tZOSTER\t0", "PSOR\tZOSTER\t<5"]);
  expect([...(counted.lines ?? [])]).toEqual([
    [2, 1],
    [3, 3],
  ]);
  expect((await sendingOf(work).file.body.text()).trim().split("\n")).toHaveLength(5);
});
