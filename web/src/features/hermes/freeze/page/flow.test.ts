import { expect, test } from "vitest";
import { SvgPen } from "@/ui/chart/svgPen";
import { paper } from "@/ui/chart/tokens";
import { planFor } from "../testFreeze";
import { flowHeight, flowTwin, paintFlow, shownSteps } from "./flow";

const { flow } = planFor();
const name = (code: string) => ({ EU: "European", EAS: "East Asian" })[code] ?? code;

function drawn(width: number): string {
  const pen = new SvgPen();
  const height = flowHeight(flow, width);
  paintFlow(flow, name, pen, { width, height }, paper);
  return pen.document(width, height, "flow");
}

test("steps that lose nothing are not drawn, and the table has all", () => {
  expect(shownSteps(flow).map(({ code }) => code)).toEqual(["submitted", "passed_qc", "before_deadline", "in_release"]);
  const { rows } = flowTwin(flow, name);
  expect(rows.map(([words]) => words)).toEqual([
    "Submitted",
    "Lost before “Passed QC”: failed QC",
    "Passed QC",
    "Accepted",
    "Lost before “Before the deadline”: accepted after 15 Oct 2026",
    "Before the deadline",
    "Lost before “In the release”: left out: consent withdrawn",
    "In the release",
    "In the release, European",
    "In the release, East Asian",
  ]);
  expect(rows[1]).toEqual(["Lost before “Passed QC”: failed QC", "5", "3", "165,000"]);
});

test.each([900, 340])("at %i px every step, loss and ancestry is named, and nothing is drawn outside", (width) => {
  const svg = drawn(width);
  for (const words of ["Submitted", "38 cohorts, 2.61 M", "failed QC", "3 cohorts, 165 k", "European", "455 k"]) {
    expect(svg).toContain(words);
  }
  expect(svg).not.toMatch(/NaN|Infinity/);
  for (const [, x] of svg.matchAll(/<text[^>]* x="(-?[\d.]+)"/g)) expect(Number(x)).toBeLessThanOrEqual(width);
});

/** Heights of the upright bars of the steps. */
const barHeights = (svg: string) =>
  [...svg.matchAll(/<rect[^>]*width="8"[^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height));

test("bars are to scale", () => {
  const [submitted = 0, passed = 0] = barHeights(drawn(900));
  expect(passed / submitted).toBeCloseTo(2_447_000 / 2_612_000, 2);
});

test("a loss that leaves every cohort is counted in files, and one that changes nothing is not drawn", () => {
  const [submitted, passed, ...rest] = flow.steps;
  if (!submitted || !passed) throw new Error("no steps");
  const lost = [
    { reason: "QC not finished", files: 2, cohorts: 0, participants: 9000 },
    { reason: "a second file", files: 1, cohorts: 0, participants: 0 },
  ];
  const other = { ...flow, steps: [submitted, { ...passed, lost }, ...rest] };
  for (const width of [900, 340]) {
    const pen = new SvgPen();
    paintFlow(other, name, pen, { width, height: flowHeight(other, width) }, paper);
    const svg = pen.document(width, 400, "flow");
    expect(svg).toContain("2 files, 9 k");
    expect(svg).not.toMatch(/\b0 cohorts/);
    expect(svg).not.toContain("a second");
  }
  expect(flowTwin(other, name).rows.map(([words]) => words)).toContain("Lost before “Passed QC”: a second file");
});
