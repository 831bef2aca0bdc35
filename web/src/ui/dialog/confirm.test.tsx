import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Providers } from "../Providers";
import { confirm } from "./confirm";

/** The layer of an element, from its nearest ancestor that sets one. */
function layerOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const layer = (at as HTMLElement).style.getPropertyValue("--mb-z-index");
    if (layer) return layer;
  }
  return "";
}

test("a question lies on the layer of dialogs, and is answered by its verb", async () => {
  render(<Providers>{null}</Providers>);
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = confirm({ title: "Delete the data set?", children: "Its files go with it.", confirm: "Delete data set" });
  });
  const dialog = await screen.findByRole("dialog", { name: "Delete the data set?" });
  expect(layerOf(dialog)).toBe("1100");
  await userEvent.click(screen.getByRole("button", { name: "Delete data set" }));
  expect(await answer).toBe(true);
});
