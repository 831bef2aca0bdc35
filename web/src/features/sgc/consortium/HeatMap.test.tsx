import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Providers } from "@/ui/Providers";
import { HeatMap } from "./HeatMap";
import type { Pair } from "./heat";
import { catchSaves, count, pair } from "./testing";

const pairs = [pair("PSOR", "ZOSTER", count(13)), pair("ACNE", "PSOR", count(0, 4))];

const show = (given: Pair[], label = "males") =>
  render(
    <Providers>
      <HeatMap pairs={given} label={label} />
    </Providers>,
  );

test("of one cohort: the pointer and the keys tell the same", () => {
  show(pairs);
  const cells = screen.getByRole("application", { name: "Cells of Co-occurrence, males" });
  // The first row of cells begins below the names, which are as long as the longest code.
  fireEvent.pointerMove(cells, { clientX: 90, clientY: 62 });
  expect(within(screen.getByRole("tooltip")).getByText("ACNE and PSOR")).toBeTruthy();
  expect(screen.getByText("<5 (hidden)")).toBeTruthy();
  fireEvent.pointerLeave(cells);
  expect(screen.queryByRole("tooltip")).toBeNull();
  fireEvent.focus(cells);
  fireEvent.keyDown(cells, { key: "ArrowRight" });
  expect(screen.getByText("ACNE and PSOR: fewer than 5 people, hidden (males)")).toBeTruthy();
});

test("the order changes what stands first; the table has no column of cohorts", async () => {
  show(pairs);
  await userEvent.click(screen.getByRole("radio", { name: "Most people first" }));
  const cells = screen.getByRole("application");
  fireEvent.focus(cells);
  expect(screen.getByText("PSOR with itself is not counted")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Table" }));
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "PhenotypeAnd phenotypePeople",
    "PSORZOSTER13",
    "ACNEPSOR<5",
  ]);
});

test("the drawing is saved with its names and its key", async () => {
  const saved = catchSaves();
  show(pairs);
  await userEvent.click(screen.getByRole("button", { name: "Save Co-occurrence, males" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Drawing (SVG)", hidden: true }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const svg = await saved[0]?.text();
  for (const text of [
    "<title>Co-occurrence, males</title>",
    ">ZOSTER<",
    ">10 or more<",
    ">may be more: hidden numbers<",
  ]) {
    expect(svg).toContain(text);
  }
});

test("the pairs that most people have stand beside it, as they may be told", () => {
  show([...pairs, pair("ACNE", "ZOSTER", count(0))]);
  const list = screen.getByRole("list", { name: "Most people" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["PSOR and ZOSTER13", "ACNE and PSOR<5"]);
});

test("without pairs it says so", () => {
  show([]);
  expect(screen.getByText("No pair of phenotypes was submitted.")).toBeTruthy();
});
