import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ScrollRegion } from "./ScrollRegion";

let wide = 100;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(() => wide);
});

const region = (words: string) => <ScrollRegion label="People">{words}</ScrollRegion>;
const isStop = () => screen.getByRole("group", { name: "People" }).tabIndex === 0;

test("what fits is no stop of the keyboard; what is a pixel wider is one", () => {
  for (const [width, stops] of [
    [100, false],
    [101, true],
  ] as const) {
    wide = width;
    const { unmount } = render(region("EU"));
    expect(isStop()).toBe(stops);
    unmount();
  }
});

test("words that come later and are wider make it a stop, though no box has changed its size", () => {
  wide = 100;
  const { rerender } = render(region("EU"));
  wide = 140;
  rerender(region("European, of Finland"));
  expect(isStop()).toBe(true);
  wide = 100;
  rerender(region("EU"));
  expect(isStop()).toBe(false);
});
