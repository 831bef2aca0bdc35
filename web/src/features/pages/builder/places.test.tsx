import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { controlId } from "./fields/editing";
import { useGo, WithPlaces } from "./places";

function Adding() {
  const go = useGo();
  return (
    <>
      <button type="button" onClick={() => go("/steps/0/title")}>
        Add
      </button>
      <input aria-label="Title" id={controlId("/steps/0/title")} />
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <WithPlaces onSection={() => undefined}>
      <Adding />
    </WithPlaces>,
  );
  const add = screen.getByRole("button");
  fireEvent.pointerDown(add);
  fireEvent.click(add);
});

const title = () => screen.getByRole("textbox", { name: "Title" });

test("the keyboard goes to the place that is sought, once the menu has given it back", () => {
  expect(document.activeElement).not.toBe(title());
  vi.runAllTimers();
  expect(document.activeElement).toBe(title());
});

test("the keyboard stays with whoever has gone on with the mouse meanwhile", () => {
  fireEvent.pointerDown(document.body);
  vi.runAllTimers();
  expect(document.activeElement).not.toBe(title());
});
