import { describe, expect, it } from "vitest";
import { effectModel } from "./effects";
import { genomeOf } from "./manhattan";
import { type MiamiLocus, miamiModel, miamiTwin } from "./miami";
import { wholeView } from "./model";
import { paint } from "./paint";
import type { ManhattanData } from "./plotData";
import { SvgPen } from "./svgPen";
import { paper } from "./tokens";

/** Two chromosomes of 100 Mb, and single variants. */
function reduction(points: [chromosome: number, position: number, y: number][], max_y: number): ManhattanData {
  return {
    build: "GRCh37",
    n: points.length,
    max_y,
    genome_wide: 7.30103,
    suggestive: 5,
    chromosomes: { code: [1, 2], name: ["1", "2"], length: [1e8, 1e8], offset: [1, 1e8 + 1], total: 2e8 },
    bin_width: 1e5,
    y_step: 0.05,
    cells: { chromosome: [1], bin: [3], from: [0], to: [9] },
    points: { chromosome: points.map(([c]) => c), position: points.map(([, p]) => p), y: points.map(([, , y]) => y) },
    top: {
      chromosome: [],
      position: [],
      y: [],
      rsid: [],
      effect_allele: [],
      other_allele: [],
      beta: [],
      standard_error: [],
      effect_allele_frequency: [],
      n: [],
    },
  } as ManhattanData;
}

const up = {
  name: "HF",
  data: reduction(
    [
      [1, 2e7, 39],
      [2, 5e7, 12],
    ],
    39,
  ),
};
const down = { name: "DCM", data: reduction([[1, 2e7, 9]], 9) };
const loci: MiamiLocus[] = [
  {
    key: "a",
    label: "HSPB7",
    chromosome: 1,
    position: 2e7,
    shared: true,
    up: { position: 2e7, negLog10P: 39 },
    down: { position: 2e7 + 400_000, negLog10P: 9 },
  },
  {
    key: "b",
    label: "TTN",
    chromosome: 2,
    position: 5e7,
    shared: false,
    up: { position: 5e7, negLog10P: 12 },
    down: undefined,
  },
];

describe("the Miami figure", () => {
  const genome = genomeOf(up.data);
  const own = miamiModel(genome, up, down, loci, "own");
  const same = miamiModel(genome, up, down, loci, "same");

  it("labels each side where it has a lead, the lower one below the axis", () => {
    expect(own.marks.map((mark) => [mark.key, mark.text, Math.sign(mark.y)])).toEqual([
      ["up a", "HSPB7", 1],
      ["up b", "TTN", 1],
      ["down a", "HSPB7", -1],
    ]);
  });

  it("lets each result fill its half, or gives both one scale", () => {
    // 39 → an axis to 50, 9 → one to 10; the names of chromosomes take 5 % of the upper half on each side.
    expect(own.y.domain).toEqual([-52.5, 52.5]);
    expect(own.marks[2]?.y).toBeCloseTo(-2.5 - 9 * 5);
    expect(same.marks[2]?.y).toBeCloseTo(-2.5 - 9);
  });

  it("writes what was measured at the ticks of both halves", () => {
    const ticks = own.y.ticks(own.y.domain, 400);
    expect(ticks.filter((tick) => tick.value > 0).at(-1)).toMatchObject({ label: "40" });
    expect(ticks.find((tick) => tick.label === "10" && tick.value < 0)?.value).toBeCloseTo(-52.5);
  });

  it("shows shared loci alone in the highlight", () => {
    const tones = own.points.map((points) => [...Array.from(points.tone)]);
    expect(tones).toEqual([[2, 1], [2, 0], [2], [2]]);
  });

  it("turns the cells over", () => {
    const cells = own.cells[1];
    expect([cells?.y0[0], cells?.y1[0]]).toEqual([-2.5 - 0.5 * 5, -2.5]);
  });

  it("is drawn with the chromosomes between the halves and lists both results", () => {
    const pen = new SvgPen();
    paint(own, wholeView(own), { width: 600, height: 400 }, paper, pen);
    const svg = pen.document(600, 400, own.title);
    expect(svg).toContain("−log10 P, HF");
    expect(svg).toContain("−log10 P, DCM");
    expect(svg.match(/>HSPB7</g)).toHaveLength(2);
    expect(miamiTwin(up, down).columns[0]).toEqual({ name: "Result" });
  });
});

describe("effects against effects", () => {
  const point = {
    key: "a",
    label: "BAG3",
    variant: "10:121 T/C",
    shared: false,
    x: 0.1,
    xError: 0.01,
    y: 0.2,
    yError: 0.02,
  };
  const axes = { up: "HF", down: "DCM", unit: "log OR" };

  it("draws a cross of 95 % intervals, slope 1 and the slope", () => {
    const model = effectModel([point], 1.5, axes);
    const crosses = model.lines.slice(3, 5).map((line) => Array.from(line.points).map((v) => Number(v.toFixed(4))));
    expect(crosses).toEqual([
      [0.0804, 0.2, 0.1196, 0.2],
      [0.1, 0.1608, 0.1, 0.2392],
    ]);
    const [x0 = 0, y0 = 0] = Array.from(model.lines[5]?.points ?? []);
    expect(y0 / x0).toBeCloseTo(1.5);
    expect(model.x.label).toBe("log OR in HF");
  });

  it("names shared loci once there are some, and all before", () => {
    const other = { ...point, key: "b", label: "TTN", shared: true };
    const names = (points: (typeof point)[]) => effectModel(points, undefined, axes).marks.map((mark) => mark.text);
    expect(names([point])).toEqual(["BAG3"]);
    expect(names([point, other])).toEqual(["", "TTN"]);
  });
});
