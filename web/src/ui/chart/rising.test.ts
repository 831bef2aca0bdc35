import { describe, expect, it } from "vitest";
import { HitIndex } from "./hit";
import { layOut } from "./layout";
import type { Axis, ChartModel, Points } from "./model";
import { wholeView } from "./model";
import { firstAt, inView, mostPoints, pixelRuns } from "./rising";

const axis = (domain: [number, number]): Axis => ({ domain, label: "", grid: false, ticks: () => [] });

function modelOf(points: Points): ChartModel {
  const base = { title: "", summary: "", areas: [], cells: [], lines: [], marks: [] };
  return { ...base, x: axis([0, 100]), y: axis([0, 10]), points: [points] };
}

function many(n: number): Points {
  const tell = (i: number) => ({ title: String(i), facts: [] });
  return {
    x: Float64Array.from({ length: n }, (_, i) => (100 * i) / n),
    y: Float64Array.from({ length: n }, (_, i) => 5 + 5 * Math.sin(i * 12.9898)),
    tone: new Uint8Array(n),
    size: 2,
    shape: "square",
    rising: true,
    describe: tell,
  };
}

const size = { width: 434, height: 230 };

describe("points in the order of x", () => {
  it("are found by halves, both ends of a stretch within", () => {
    expect([0, 1, 2, 3].map((wanted) => firstAt([1, 1, 2], wanted))).toEqual([0, 0, 2, 3]);
    expect(inView({ x: [1, 2, 2, 3], rising: true }, [2, 2])).toEqual([1, 3]);
    expect(inView({ x: [3, 1], rising: false }, [1, 1])).toEqual([0, 2]);
  });

  it("are drawn once where several fall on one square of two pixels", () => {
    // The plot area is 400 by 200 pixels: a unit of x is four of them, a unit of y twenty.
    const points = { ...many(0), x: [0, 0.1, 0.6, 50], y: [0, 0, 0.05, 10], tone: [0, 0, 0, 1] };
    const layout = layOut(modelOf(points), { x: [0, 100], y: [0, 10] }, size);
    expect([layout.area.width, layout.area.height]).toEqual([400, 200]);
    const { x, y } = layout.area;
    expect(pixelRuns(points, layout)).toEqual([
      { box: { x, y: y + 198, width: 2, height: 2 }, tone: 0 },
      { box: { x: x + 2, y: y + 198, width: 2, height: 2 }, tone: 0 },
      { box: { x: x + 200, y, width: 2, height: 2 }, tone: 1 },
    ]);
  });

  it("cover every point when there are a million, and each square once", () => {
    const points = many(1_000_000);
    const layout = layOut(modelOf(points), wholeView(modelOf(points)), size);
    const runs = pixelRuns(points, layout);
    const covered = (px: number, py: number) =>
      runs.some(
        ({ box }) => px >= box.x && px < box.x + box.width && py >= box.y - 0.01 && py <= box.y + box.height + 0.01,
      );
    for (let i = 0; i < 1_000_000; i += 99_991) {
      expect(covered(layout.x.map(points.x[i] as number), layout.y.map(points.y[i] as number))).toBe(true);
    }
    const area = runs.reduce((sum, { box }) => sum + box.width * box.height, 0);
    expect(area).toBeLessThanOrEqual(400 * 200);
  });

  it("are hit as by a scan of all, also beyond what is drawn one by one", () => {
    const points = many(mostPoints * 3);
    const model = modelOf(points);
    const layout = layOut(model, wholeView(model), size);
    const index = new HitIndex(model, layout);
    for (const [px, py] of [
      [100, 60],
      [222, 150],
      [420, 11],
    ] as const) {
      let best = -1;
      let least = 12 ** 2;
      for (let i = 0; i < points.x.length; i++) {
        const away = (layout.x.map(points.x[i] as number) - px) ** 2 + (layout.y.map(points.y[i] as number) - py) ** 2;
        if (away < least) [best, least] = [i, away];
      }
      expect(index.at(px, py)?.facts.title).toBe(String(best));
    }
  });
});
