import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchRipples } from "./ripple";

let stop: () => void;

function setup(reduced: boolean, markup = '<button class="mantine-Button-root"><b>Go</b></button>'): HTMLElement {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  document.body.innerHTML = markup;
  stop = watchRipples(document);
  return document.body.firstElementChild as HTMLElement;
}

const press = (element: Element) => element.dispatchEvent(new Event("pointerdown", { bubbles: true }));

beforeEach(() => void document.body.replaceChildren());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("a button that is touched has a ring for 401 ms", () => {
  const button = setup(false);
  press(button.querySelector("b") as Element);
  expect(button.querySelectorAll("span")).toHaveLength(1);
  vi.advanceTimersByTime(400);
  expect(button.querySelectorAll("span")).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(button.querySelectorAll("span")).toHaveLength(0);
});

test("none for those who asked for less motion", () => {
  const button = setup(true);
  press(button);
  expect(button.querySelectorAll("span")).toHaveLength(0);
});

test("none on what cannot be pressed, nor beside a button", () => {
  const button = setup(false, '<button class="mantine-Button-root" data-disabled="true">Go</button>');
  press(button);
  press(document.body);
  expect(document.querySelectorAll("span")).toHaveLength(0);
});
