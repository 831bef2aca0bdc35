import { expect, test, vi } from "vitest";
import type { OverviewOf } from "./overview";
import { drawUnseen } from "./unseen";

const y = { column: "p", is: "p", label: "" } as const;
const manhattan: OverviewOf = {
  id: "m",
  title: "",
  type: "manhattan",
  place: { chromosome: "chr", position: "pos" },
  y,
  thresholds: [5e-8],
};

/** How often it drew before it was given up; each turn waits until the page is idle. */
function turnsOf(plot: OverviewOf, givenUpAfter: number): number {
  const waiting: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (then: () => void) => waiting.push(then));
  const control = new AbortController();
  drawUnseen(plot, control.signal);
  let turns = 0;
  for (let next = waiting.shift(); next && turns < 100; next = waiting.shift()) {
    if (turns === givenUpAfter) control.abort();
    next();
    turns += waiting.length;
  }
  vi.unstubAllGlobals();
  return turns;
}

test("a figure is drawn unseen a few times, once whenever the page is idle, and no more when its page is left", () => {
  expect(turnsOf(manhattan, 99)).toBe(8);
  expect(turnsOf(manhattan, 2)).toBe(2);
  expect(turnsOf({ id: "q", title: "", type: "qq", y }, 99)).toBe(0);
});
