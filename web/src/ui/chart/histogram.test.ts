import { describe, expect, it } from "vitest";
import { beyondWords, histogramModel, histogramsTwin } from "./histogram";
import type { HistogramData } from "./plotData";

const rates: HistogramData = {
  key: "call_rate",
  name: "Call rate",
  from: "read",
  mark: 0.95,
  n: 1012,
  missing: 1,
  min: 0.9,
  step: 0.02,
  counts: [0, 3, 0, 7, 1000],
  below: 2,
  above: 0,
};

describe("histogram", () => {
  it("draws a bar for each bin that holds a value, and the threshold", () => {
    const { cells, lines, x, y, summary } = histogramModel(rates);
    expect(cells[0]?.y1).toEqual([3, 7, 1000]);
    expect(cells[0]?.x0[0]).toBeCloseTo(0.9212, 6);
    expect(x.domain[1]).toBeCloseTo(1, 9);
    expect(y.domain[1]).toBeGreaterThan(1000);
    expect(lines[0]?.points[0]).toBe(0.95);
    expect(summary).toBe("1,012 values; 2 below 0.9; 1 row without.");
    expect(cells[0]?.describe?.(1)).toEqual({ title: "0.96 to 0.98", facts: [["Variants", "7"]] });
  });

  it("draws no threshold beyond its axis", () => {
    expect(histogramModel({ ...rates, mark: 0.5 }).lines).toEqual([]);
    expect(histogramModel({ ...rates, mark: null }).lines).toEqual([]);
  });

  it("tells in words and in the table what the axis leaves out", () => {
    expect(beyondWords({ ...rates, below: 0, above: 5, missing: 0 })).toEqual(["5 above 1"]);
    expect(histogramsTwin([rates]).rows).toEqual([
      ["Call rate", "below 0.9", "2"],
      ["Call rate", "0.92 to 0.94", "3"],
      ["Call rate", "0.96 to 0.98", "7"],
      ["Call rate", "0.98 to 1", "1,000"],
    ]);
  });
});
