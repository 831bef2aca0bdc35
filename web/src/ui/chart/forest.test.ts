import { describe, expect, it } from "vitest";
import { type Forest, forestHeight, forestTwin, interval, paintForest } from "./forest";
import { brokenAt } from "./forestLines";
import { SvgPen } from "./svgPen";
import { paper } from "./tokens";

const forest: Forest = {
  title: "4:111,718,067",
  oddsRatio: true,
  studies: [
    { name: "North", beta: 0.13, se: 0.02 },
    { name: "South, without the variant", beta: undefined, se: undefined },
    { name: "A cohort whose name is longer than its place", beta: -0.02, se: 0.2 },
  ],
  combined: [{ name: "All (fixed)", beta: 0.128, se: 0.019 }],
};

function drawn(of: Forest, width = 380): string {
  const size = { width, height: forestHeight(of, width) };
  const pen = new SvgPen();
  paintForest(of, pen, size, paper);
  return pen.document(size.width, size.height, of.title);
}

describe("paintForest", () => {
  const svg = drawn(forest);

  it("draws one square per study that has the variant, and a diamond", () => {
    expect(svg.match(/<path /g)).toHaveLength(2);
    expect(svg.match(/<polygon /g)).toHaveLength(1);
    expect(svg).toContain("not in this study");
  });

  it("marks odds ratios on their scale, 1 among them", () => {
    expect(svg).toContain(">1.0<");
    expect(svg).toContain("OR (95 % CI)");
  });

  it("puts names above their estimates where one does not fit beside them, and cuts none", () => {
    const placeOf = (text: string, of: string) => {
      const [, x, y] = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)"[^>]*>${text}<`).exec(of) ?? [];
      return { x: Number(x), y: Number(y) };
    };
    const name = "A cohort whose name is longer than its place";
    expect(placeOf(name, svg).y).toBeLessThan(placeOf("0.98 \\(0.66–1.45\\)", svg).y - 10);
    expect(placeOf("North", svg).y).toBeLessThan(placeOf("1.14 \\(1.10–1.18\\)", svg).y - 10);
    const wide = drawn(forest, 900);
    expect(placeOf(name, wide).y).toBe(placeOf("0.98 \\(0.66–1.45\\)", wide).y);
    expect(forestHeight(forest, 380)).toBeGreaterThan(forestHeight(forest, 900));
  });

  it("breaks a name that is longer than the figure is wide", () => {
    expect(brokenAt("Tromsø and Nord-Trøndelag health studies, women", 160)).toEqual([
      "Tromsø and Nord-Trøndelag",
      "health studies, women",
    ]);
    expect(brokenAt("x".repeat(60), 160)).toEqual(["x".repeat(25), "x".repeat(25), "x".repeat(10)]);
    const long = { ...forest, studies: [{ name: "word ".repeat(30).trim(), beta: 0.1, se: 0.1 }] };
    expect(drawn(long, 340).match(/word/g)).toHaveLength(30);
  });

  it("draws the sum of a group as a diamond among its lines", () => {
    const group = { name: "Both", beta: 0.1, se: 0.01, subtotal: true };
    const grouped = drawn({ ...forest, studies: [...forest.studies, group] });
    expect(grouped.match(/<path /g)).toHaveLength(2);
    expect(grouped.match(/<polygon /g)).toHaveLength(2);
  });

  it("has columns of N and weight where there is room, and one more line for their headings", () => {
    const numbers = { ...forest, studies: forest.studies.map((one) => ({ ...one, people: 45_321.6, weight: 0.4567 })) };
    const wide = drawn(numbers, 700);
    for (const text of ["N", "Weight", "45,322", "45.7 %"]) expect(wide).toContain(`>${text}<`);
    expect(drawn(numbers)).not.toContain("45,322");
    expect(drawn(forest, 700)).not.toContain(">Weight<");
    expect(forestHeight(numbers, 900) - forestHeight(forest, 900)).toBe(22);
  });

  it("draws a file of studies without estimates", () => {
    const none = { ...forest, studies: forest.studies.slice(1, 2), combined: [] };
    expect(drawn(none)).not.toContain("NaN");
  });
});

describe("interval", () => {
  it.each([
    [true, "1.14 (1.10–1.18)"],
    [false, "0.130 (0.091 to 0.169)"],
  ])("as odds ratio: %s", (oddsRatio, text) => {
    expect(interval({ name: "", beta: 0.13, se: 0.02 }, oddsRatio)).toBe(text);
  });

  // exp(−0.00553) = 0.99449, and the ends 1.96 · 0.0008 beside it; exp(0.0002) = 1.00020.
  it.each([
    [-0.00553, 0.0008, true, "0.994 (0.993–0.996)"],
    [-0.00553, 0.0008, false, "−0.006 (−0.007 to −0.004)"],
    [0.0002, 0.00004, true, "1.0002 (1.0001–1.0003)"],
    [0.0002, 0.00004, false, "0.0002 (0.0001 to 0.0003)"],
    [0.13, 0, true, "1.14 (1.14–1.14)"],
  ])("tells an estimate from its ends: %f ± %f, %s", (beta, se, oddsRatio, text) => {
    expect(interval({ name: "", beta, se }, oddsRatio)).toBe(text);
  });
});

describe("forestTwin", () => {
  it("has a row per study and per combined estimate", () => {
    expect(forestTwin(forest).rows.map((row) => row[0])).toEqual([
      ...forest.studies.map((study) => study.name),
      "All (fixed)",
    ]);
  });

  it("has the numbers that there are", () => {
    const twin = forestTwin({ ...forest, combined: [{ name: "All", beta: 1, se: 1, people: 12_000 }] });
    expect(twin.columns.at(-1)?.name).toBe("N");
    expect(twin.rows.map((row) => row.at(-1))).toEqual(["–", "–", "–", "12,000"]);
  });
});
