import { describe, expect, test } from "vitest";
import { SvgPen } from "@/ui/chart/svgPen";
import { paper } from "@/ui/chart/tokens";
import { barsHeight, barWords, paintBars, topOf } from "./bars";
import { totalsSearch } from "./search";
import { behind, count, total } from "./testing";
import { behindOf, nextTotalsSort, oneSexWords, shownTotals, totalsCsv, totalsJson } from "./totals";

const of = (low: number, high: number, cohorts: number) => ({
  cases: count(low, high),
  cases_hidden: (high - low) / 4,
  controls: count(1000),
  controls_hidden: 0,
  effective_n: count(low * 2, high * 2),
  cohorts,
});
const psor = total("PSOR", {
  description: "Psoriasis",
  male: of(100, 104, 2),
  female: of(200, 200, 2),
  both: of(300, 304, 2),
});
const zoster = total("ZOSTER", { description: "=Zoster", male: of(7, 7, 1) });
const rare = total("RARE", { male: of(9, 9, 1), female: of(0, 4, 2), both: of(9, 13, 1) });
const unused = total("UNUSED", { retired: true });
const all = [unused, psor, rare, zoster];
const codes = (search: object) => shownTotals(all, totalsSearch.parse(search)).map(({ code }) => code);

describe("what is shown", () => {
  test.each<[string, object, string[]]>([
    ["most cases of both first; males alone are none of both", {}, ["PSOR", "RARE", "UNUSED", "ZOSTER"]],
    ["fewest first", { sort: "both_cases" }, ["UNUSED", "ZOSTER", "RARE", "PSOR"]],
    ["by code", { sort: "code" }, ["PSOR", "RARE", "UNUSED", "ZOSTER"]],
    ["by a column of one sex", { sort: "-female_cases" }, ["PSOR", "RARE", "UNUSED", "ZOSTER"]],
    ["by effective N", { sort: "-male_effective_n" }, ["PSOR", "RARE", "ZOSTER", "UNUSED"]],
    ["by cohorts", { sort: "-male_cohorts" }, ["PSOR", "RARE", "ZOSTER", "UNUSED"]],
    ["a sort that is not known", { sort: "nonsense" }, ["PSOR", "RARE", "UNUSED", "ZOSTER"]],
    ["words of the description", { q: "zoster" }, ["ZOSTER"]],
    ["without those that nobody has; hidden may be a user", { cases: true }, ["PSOR", "RARE", "ZOSTER"]],
  ])("%s", (_name, search, want) => expect(codes(search)).toEqual(want));
});

describe("a click on a heading", () => {
  test.each<[string | undefined, string, string | undefined]>([
    [undefined, "male_cases", "-male_cases"],
    ["-male_cases", "male_cases", "male_cases"],
    ["male_cases", "male_cases", undefined],
    [undefined, "both_cases", "both_cases"],
    ["both_cases", "both_cases", undefined],
    [undefined, "code", "code"],
    ["code", "code", "-code"],
    ["-code", "code", undefined],
    ["-code", "both_cases", undefined],
  ])("sorted by %s, click on %s: %s", (now, word, want) => expect(nextTotalsSort(now, word)).toBe(want));
});

test("the table for spreadsheets has ranges as two columns and no formulas", () => {
  const [header, first] = totalsCsv([zoster]).split("\r\n");
  expect(
    header?.startsWith("phenotype_code,description,retired,male_cases_low,male_cases_high,male_cases_hidden,"),
  ).toBe(true);
  expect(first).toBe("ZOSTER,'=Zoster,no,7,7,0,1000,1000,0,14,14,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
});

test("the answer for programs says what it counts", () => {
  expect(JSON.parse(totalsJson([psor], true))).toEqual({ validated_only: true, phenotypes: [psor] });
});

test("a number of both names the cohorts with one sex", () => {
  expect([psor, zoster, rare, unused].map(oneSexWords)).toEqual([
    undefined,
    "1 with males only",
    "1 with females only",
    undefined,
  ]);
  const apart = total("APART", { male: of(7, 7, 1), female: of(8, 8, 1) });
  expect(oneSexWords(apart)).toBe("no cohort has both");
});

describe("the cohorts behind a total", () => {
  const rows = [
    behind({ sex: "male", cases: count(0, 4) }),
    behind({ sex: "female", cases: count(20) }),
    behind({ sex: "both", cases: count(20, 24) }),
    behind({ cohort_id: "k2", name: "Northern Registry", sex: "female", cases: count(50) }),
  ];
  test("of one sex", () => expect(behindOf(rows, "male").map(({ name }) => name)).toEqual(["Lakeland Biobank"]));
  test("of both: what the server made of both; a cohort with one sex has no number and stands last", () =>
    expect(behindOf(rows, "both").map(({ name, counts, only }) => [name, counts?.cases, only])).toEqual([
      ["Lakeland Biobank", count(20, 24), undefined],
      ["Northern Registry", undefined, "female"],
    ]));
});

describe("the bars", () => {
  test("those with the most cases, without those that have none", () =>
    expect(topOf(all, 2).map(({ code }) => code)).toEqual(["PSOR", "RARE"]));
  test("a bar in words", () =>
    expect([psor, zoster].map(barWords)).toEqual([
      "PSOR, Psoriasis: 100 to 104 males, hidden in 1 of 2 cohorts; 200 females",
      "ZOSTER, =Zoster: 7 males; no cohort counts females",
    ]));
  test("are drawn with their numbers and a key", () => {
    const bars = topOf(all, 20);
    const pen = new SvgPen();
    paintBars(bars, pen, { width: 800, height: barsHeight(bars) }, paper);
    const svg = pen.document(800, barsHeight(bars), "Bars");
    for (const text of ["PSOR", "100–104 + 200", "7 + –", "9 + &lt;5", "may be as many: hidden numbers"])
      expect(svg).toContain(`>${text}<`);
  });
});
