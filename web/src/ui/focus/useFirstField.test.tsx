import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useFirstField } from "./useFirstField";

let arrive: () => void;

function Editor() {
  const [here, setHere] = useState(false);
  arrive = () => setHere(true);
  return <form ref={useFirstField()}>{here && <input aria-label="P at most" />}</form>;
}

const popover = () => {
  render(
    <div role="dialog" aria-label="P" tabIndex={-1}>
      <button type="button">Close</button>
      <Editor />
    </div>,
  );
  return screen.getByRole("dialog");
};

test("a field that comes after its popover has the keyboard that the popover took", () => {
  const dialog = popover();
  dialog.focus();
  act(() => arrive());
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "P at most" }));
});

test("it takes the keyboard from nothing else", () => {
  popover();
  screen.getByRole("button", { name: "Close" }).focus();
  act(() => arrive());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
});
