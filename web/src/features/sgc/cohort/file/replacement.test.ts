import { expect, test } from "vitest";
import type { Change } from "@/api/sgc/sgc";
import { changesCsv, changeWords, changing, replacementWords } from "./replacement";
import { replacing } from "./testing";

const n = (low: number, high = low) => ({ low, high });
const numbers = (cases: number, controls: number) => ({ cases: n(cases), controls: n(controls) });

test.each<[number, number, string]>([
  [100, 10, "−90 %"],
  [100, 112, "+12 %"],
  [100, 100, ""],
  [10_000, 10_001, "under +1 %"],
  [100, 299, "+199 %"],
  [100, 300, "×3.0"],
  [10, 4_000, "×400"],
  [0, 5, ""],
])("%d, then %d: %s", (before, after, words) => expect(changeWords(n(before), n(after))).toBe(words));

test("what is hidden has no percentage", () => {
  expect(changeWords(n(100), n(0, 4))).toBe("");
  expect(changeWords(n(0, 4), n(100))).toBe("");
  expect(changeWords(undefined, n(100))).toBe("");
});

const changes: Change[] = [
  { code: "PSOR", before: numbers(100, 300) },
  { code: "ACNE", before: numbers(100, 300), after: numbers(10, 390) },
  { code: "KELOID", with: "PSOR", after: { cases: n(0, 4), controls: n(1_200, 1_204) } },
];

test("what happens is counted", () => {
  expect(replacementWords(replacing(changes))).toBe("against version 1: 1 row disappears, 1 row changes, 1 row is new");
  expect(replacementWords(replacing([], { other_pairs: 2 }))).toBe("against version 1: no row changes");
});

test("only what changes is to be confirmed", () => {
  const check = {
    header: [],
    mapping: {},
    rows: 0,
    grid: [],
    report: { findings: [], by_code: {}, blocking: 0, warnings: 0 },
  };
  expect(changing(check)).toBeUndefined();
  expect(changing({ ...check, replaces: replacing([]) })).toBeUndefined();
  expect(changing({ ...check, replaces: replacing(changes) })).toBeTruthy();
  expect(changing({ ...check, replaces: replacing([], { other_pairs: 1 }) })).toBeTruthy();
});

test("all changes are saved, hidden ones as they are kept", () =>
  expect(changesCsv(replacing(changes)).trim().split("\r\n")).toEqual([
    "change,phenotype,with,cases_before,cases_after,controls_before,controls_after",
    "gone,PSOR,,100,,300,",
    "changed,ACNE,,100,10,300,390",
    "new,KELOID,PSOR,,<5,,1200–1204",
  ]));
