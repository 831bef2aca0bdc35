import { describe, expect, test } from "vitest";
import { cellAt, middleOf } from "@/ui/chart/heatLayout";
import { SvgPen } from "@/ui/chart/svgPen";
import { paper } from "@/ui/chart/tokens";
import { cellFacts, cellWords, heatOf, heatSummary, heatTwin, isUncertain, stepOf, stepsFor, stepWords } from "./heat";
import { layOutHeat, paintHeat } from "./heatPaint";
import { count, pair } from "./testing";

const pairs = [
  pair("PSOR", "ZOSTER", count(13), { cohorts: 2, hidden: 0 }),
  pair("ACNE", "PSOR", count(0, 4), { cohorts: 1, hidden: 1 }),
  pair("ACNE", "VITILIGO", count(120, 128), { cohorts: 3, hidden: 2 }),
  pair("VITILIGO", "ZOSTER", count(1), { cohorts: 1, hidden: 0 }),
  pair("ACNE", "ZOSTER", count(0), { cohorts: 1, hidden: 0 }),
];
const heat = heatOf(pairs, "code");
const at = (code: string) => heat.codes.indexOf(code);
const words = (a: string, b: string) => cellWords(heat, at(a), at(b), "males");

describe("a cell in words", () => {
  test.each([
    ["a number", "PSOR", "ZOSTER", "PSOR and ZOSTER: 13 people (males)"],
    ["the same, the other way round", "ZOSTER", "PSOR", "ZOSTER and PSOR: 13 people (males)"],
    ["one", "VITILIGO", "ZOSTER", "VITILIGO and ZOSTER: 1 person (males)"],
    ["nobody", "ACNE", "ZOSTER", "ACNE and ZOSTER: 0 people (males)"],
    ["hidden", "ACNE", "PSOR", "ACNE and PSOR: fewer than 5 people, hidden in 1 of 1 cohort (males)"],
    ["a range", "ACNE", "VITILIGO", "ACNE and VITILIGO: 120 to 128 people, hidden in 2 of 3 cohorts (males)"],
    ["not a number", "PSOR", "VITILIGO", "PSOR and VITILIGO: no number was given (males)"],
    ["with itself", "PSOR", "PSOR", "PSOR with itself is not counted"],
  ])("%s", (_name, a, b, want) => expect(words(a, b)).toBe(want));

  test("beside the pointer, with the cohorts behind it and those that hide it", () => {
    expect(cellFacts(heat, at("ACNE"), at("PSOR"), "males")).toEqual({
      title: "ACNE and PSOR",
      facts: [
        ["People, males", "<5 (hidden)"],
        ["Cohorts", "1"],
        ["Of which hidden", "1"],
      ],
    });
  });
});

describe("the colour scale", () => {
  test.each([
    [4, ["1 or more"]],
    [0, []],
    [9, ["1–4", "5 or more"]],
    [99, ["1–4", "5–9", "10–24", "25–49", "50 or more"]],
    [999, ["1–9", "10–29", "30–99", "100–299", "300 or more"]],
    [25_000, ["1–9", "10–99", "100–999", "1,000–9,999", "10,000 or more"]],
  ])("up to %d", (most, want) => {
    const steps = stepsFor(most);
    const shown = steps.map((_, step) => stepWords(steps, step));
    expect(shown).toEqual(want);
  });

  test("a number falls on the last step that it reaches", () => {
    const steps = stepsFor(99);
    expect([0, 1, 4, 5, 49, 50, 99].map((people) => stepOf(steps, people))).toEqual([-1, 0, 0, 1, 3, 4, 4]);
  });
});

test.each([
  ["a number", count(13), false],
  ["hidden, perhaps nobody", count(0, 4), true],
  ["a range of one colour", count(120, 128), false],
  ["a range over two colours", count(95, 103), true],
])("%s: is the colour in doubt?", (_name, n, want) => expect(isUncertain([1, 10, 30, 100, 300], n)).toBe(want));

test("hidden numbers alone leave every colour in doubt", () => {
  expect(isUncertain(stepsFor(0), count(0, 4))).toBe(true);
});

test("phenotypes stand by code, or those with the most people first", () => {
  expect(heat.codes).toEqual(["ACNE", "PSOR", "VITILIGO", "ZOSTER"]);
  expect(heatOf(pairs, "people").codes).toEqual(["VITILIGO", "ACNE", "ZOSTER", "PSOR"]);
});

test("the whole in a sentence, and as a table", () => {
  expect(heatSummary(heat, pairs)).toBe(
    "5 pairs of 4 phenotypes, 2 with hidden numbers. Most people: ACNE and VITILIGO, 120 to 128.",
  );
  expect(heatTwin(pairs, "Pairs").rows).toEqual([
    ["ACNE", "VITILIGO", "120–128", "3", "2"],
    ["PSOR", "ZOSTER", "13", "2", "0"],
    ["VITILIGO", "ZOSTER", "1", "1", "0"],
    ["ACNE", "PSOR", "<5", "1", "1"],
    ["ACNE", "ZOSTER", "0", "1", "0"],
  ]);
});

test("a place of the figure and its cell belong together", () => {
  const layout = layOutHeat(heat);
  const { x, y } = middleOf(layout, 2, 1);
  expect(cellAt(layout, x, y)).toEqual([2, 1]);
  expect(cellAt(layout, 1, 1)).toBeUndefined();
});

test("106 phenotypes fit a page and stay a drawing of moderate size", () => {
  const codes = Array.from({ length: 106 }, (_, i) => `PHENOTYPE_${String(i).padStart(3, "0")}`);
  const all = codes.flatMap((a, i) => codes.slice(i + 1).map((b, j) => pair(a, b, j % 3 ? count(i * j) : count(0, 4))));
  const big = heatOf(all, "code");
  const layout = layOutHeat(big);
  expect(layout.size.width).toBeLessThan(1392);
  const pen = new SvgPen();
  paintHeat(big, layout, pen, paper);
  const svg = pen.document(layout.size.width, layout.size.height, "Co-occurrence");
  expect(svg).toContain("PHENOTYPE_105");
  expect(svg).toContain("no number submitted");
  expect(svg.length).toBeLessThan(2_000_000);
});
