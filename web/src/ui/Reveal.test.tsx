import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { isInView, Reveal } from "./Reveal";
import classes from "./Reveal.module.css";

/** An observer controlled by the test. */
function watchViews() {
  const told: ((entry: object) => void)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: object[]) => void) {
        told.push((entry) => tell([entry]));
      }
      observe() {}
      disconnect() {}
    },
  );
  return (intersectionRatio: number) =>
    act(() => told.at(-1)?.({ intersectionRatio, intersectionRect: { height: 10 } }));
}

const place = () => screen.getByText("Cohorts").parentElement?.className;
const show = () => render(<Reveal>{<p>Cohorts</p>}</Reveal>);

test.each([
  [0.49, 100, false],
  [0.5, 100, true],
  [0.1, 499, false],
  [0.1, 500, true],
])("%d of it, %d of 1000 px of the window: in view %s", (part, height, want) =>
  expect(isInView(part, height, 1000)).toBe(want),
);

test("comes into place when half of it is in view, and stays", () => {
  const view = watchViews();
  show();
  view(0.49);
  expect(place()).toBe(classes.waiting);
  view(0.5);
  expect(place()).toBe(classes.shown);
});

test("is there at once for those who want no motion", () => {
  watchViews();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  show();
  expect(place()).toBe(classes.shown);
});
