import { expect, test } from "vitest";
import type { QcReport } from "./report";
import { differences } from "./runDifferences";
import { sound } from "./soundReport";

const other = (change: Partial<QcReport>): QcReport => ({ ...sound, ...change });

const wordsOf = (field: string) => (field === "beta" ? "Beta" : field);

test("a report beside itself says nothing else", () => {
  const { differ, same } = differences(sound, sound, wordsOf);
  expect(differ).toEqual([]);
  expect(same).toBeGreaterThan(15);
});

test("what a run was told, did and measured stand in this order, with both values", () => {
  const { differ } = differences(
    other({ rows_clean: 2_000, lambda_gc: 1.1 }),
    other({
      rows_clean: 1_900,
      lambda_gc: 1.2346,
      settings: { ...sound.settings, remove_indels: !sound.settings.remove_indels },
      mapping: { ...sound.mapping, beta: "EFFECT" },
      waterfall: [{ reason: "indel", count: 100, sentence: "", lines: [] }],
    }),
    wordsOf,
  );
  const row = (name: string) => differ.find((one) => one.name === name);
  expect(row("Kept")).toEqual({ part: "Rows", name: "Kept", values: ["2,000", "1,900"] });
  expect(row("λ")?.values).toEqual(["1.100", "1.235"]);
  expect(row("Insertions and deletions")?.values.toSorted()).toEqual(["kept", "left out"]);
  expect(row("Column: Beta")?.values[1]).toBe("EFFECT");
  expect(differ.map(({ part }) => part)).toEqual(differ.map(({ part }) => part).toSorted(byPart));
  expect(differ.filter(({ part }) => part === "Rows").map(({ values }) => values)).toContainEqual(["–", "100"]);
});

test("a threshold of a rule that had nothing to test is no secret", () => {
  const without = (difference: number) =>
    other({
      panel: undefined,
      settings: {
        ...sound.settings,
        frequency_difference: difference,
        rules: { frequency: { mode: "exclude", threshold: difference } },
      },
    });
  const { differ } = differences(without(0.2), without(0.1), wordsOf);
  expect(differ).toEqual([
    {
      part: "Settings",
      name: "Nothing to test",
      values: ["frequency 0.2 or more from the panel's", "frequency 0.1 or more from the panel's"],
    },
  ]);
});

test("of numbers that are not known a dash is left", () => {
  const { differ } = differences(sound, other({ lambda_1000: null }), wordsOf);
  expect(differ.map(({ name, values }) => [name, values[1]])).toEqual([["λ1000", "–"]]);
});

const order = ["Settings", "Rows", "Measured", "Steps"];
const byPart = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);
