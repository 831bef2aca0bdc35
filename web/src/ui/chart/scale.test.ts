import { describe, expect, it } from "vitest";
import { decimalsOf, linear, niceStep, niceTicks, upTo } from "./scale";

describe("linear", () => {
  it("maps a domain onto pixels and back", () => {
    const scale = linear([0, 60], [200, 20]);
    expect(scale.map(0)).toBe(200);
    expect(scale.map(60)).toBe(20);
    expect(scale.invert(scale.map(37.5))).toBeCloseTo(37.5, 12);
  });

  it("puts everything in the middle when the domain has no width", () => {
    expect(linear([3, 3], [0, 100]).map(3)).toBe(50);
  });
});

describe("niceStep", () => {
  it.each([
    [60, 4, 20],
    [1, 5, 0.2],
    [0.07, 5, 0.02],
    [110_000_000, 6, 20_000_000],
    [0, 5, 1],
  ])("of a span of %d in %d", (span, count, step) => {
    expect(niceStep(span, count)).toBeCloseTo(step, 12);
  });
});

describe("niceTicks", () => {
  it.each<[string, [number, number], number, string[]]>([
    ["whole numbers", [0, 60], 4, ["0", "20", "40", "60"]],
    ["halves", [0, 1], 3, ["0.0", "0.5", "1.0"]],
    ["below zero", [-0.15, 0.12], 3, ["−0.1", "0.0", "0.1"]],
    ["thousands", [0, 3000], 3, ["0", "1,000", "2,000", "3,000"]],
    ["hardly any width", [0, 2e-300], 2, ["0", "1e-300", "2e-300"]],
    ["ten decimals", [0, 3e-10], 3, ["0", "1e-10", "2e-10", "3e-10"]],
    ["a huge width", [0, 2e300], 4, ["0", "5e+299", "1.0e+300", "1.5e+300", "2.0e+300"]],
    ["a width below what numbers tell apart", [1e9, 1e9 + 1e-7], 4, ["1000000000"]],
    ["no end", [0, Number.POSITIVE_INFINITY], 4, ["0"]],
    ["not a number", [Number.NaN, 1], 4, ["NaN"]],
  ])("%s", (_, domain, count, labels) => {
    expect(niceTicks(domain, count).map((tick) => tick.label)).toEqual(labels);
  });

  it("never writes minus zero", () => {
    expect(niceTicks([-1, 1], 4).map((tick) => tick.label)).not.toContain("-0.0");
  });
});

describe("upTo", () => {
  it("leaves air above the highest value", () => {
    const [low, high] = upTo(53, 5);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(53);
  });
});

describe("decimalsOf", () => {
  it.each([
    [20, 0],
    [0.5, 1],
    [0.02, 2],
    [1, 0],
  ])("step %d", (step, decimals) => {
    expect(decimalsOf(step)).toBe(decimals);
  });
});
