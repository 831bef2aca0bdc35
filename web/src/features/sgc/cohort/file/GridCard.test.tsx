import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { casesHeader, fileCheck, sentCells, unknownCode } from "../testing";
import { cell, drop, grid, kind, openTask, path, ready, tsv } from "./testing";

test("a finding leads to its cell, which is mended by keyboard", async () => {
  const { writes } = openTask();
  await drop(
    tsv([
      ["PSOR", "1", "2"],
      ["rosacae", "7", "4"],
    ]),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Go to cell in line 3" }));
  await waitFor(() => expect(document.activeElement).toBe(grid()));
  expect(grid().getAttribute("aria-activedescendant")).toBe(cell("rosacae").id);
  await userEvent.keyboard("{Enter}");
  const editor = await screen.findByRole("textbox", { name: "phenotype, row 2" });
  await userEvent.clear(editor);
  await userEvent.type(editor, "ROSACEA{Tab}");
  expect(cell("7").getAttribute("aria-selected")).toBe("true");
  await userEvent.keyboard("33{Enter}");
  await userEvent.click(await ready());
  await waitFor(() => expect(writes().at(-1)?.method).toBe("PUT"));
  expect(await sentCells(writes().at(-1))).toEqual([casesHeader, ["PSOR", "1", "2"], ["ROSACEA", "33", "4"]]);
});

test("Escape leaves a cell as it was, undo takes back, arrows move, Delete clears", async () => {
  openTask();
  await drop(tsv([["PSOR", "1", "2"]]));
  await ready();
  await userEvent.click(cell("1"));
  await userEvent.keyboard("{F2}");
  await userEvent.type(await screen.findByRole("textbox", { name: "cases, row 1" }), "99{Escape}");
  expect(cell("1")).toBeTruthy();
  await userEvent.keyboard("{ArrowRight}{Delete}");
  expect(within(grid()).queryByText("2", { selector: "td:not(:first-child)" })).toBeNull();
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(within(grid()).getByText("2", { selector: "td:not(:first-child)" })).toBeTruthy();
  await userEvent.keyboard("{Control>}y{/Control}");
  expect(within(grid()).queryByText("2", { selector: "td:not(:first-child)" })).toBeNull();
});

test("a table is typed or pasted into empty cells; empty rows are not sent", async () => {
  const { writes } = openTask();
  await userEvent.click((await screen.findAllByRole("button", { name: "Type into a table" }))[0] as HTMLElement);
  const table = await screen.findByRole("grid", { name: "Cases, male" });
  fireEvent.paste(table, { clipboardData: { getData: () => "PSOR\t1\t2\nROSACEA\t3\t4\n" } });
  await userEvent.click(await ready());
  await waitFor(() => expect(writes().at(-1)?.method).toBe("PUT"));
  expect(await sentCells(writes().at(-1))).toEqual([
    [...casesHeader, "breakdown"],
    ["PSOR", "1", "2", ""],
    ["ROSACEA", "3", "4"],
  ]);
  expect(new URL(writes().at(-1)?.url ?? "").searchParams.get("file_name")).toBe(`${kind}.tsv`);
});

test("rows are added and removed, and findings stay with their rows", async () => {
  openTask();
  await drop(
    tsv([
      ["PSOR", "1", "2"],
      ["rosacae", "3", "4"],
    ]),
  );
  await screen.findByText("1 finding in cases.tsv");
  await userEvent.click(cell("PSOR"));
  await userEvent.click(screen.getByRole("button", { name: "Add row" }));
  expect(cell("rosacae").getAttribute("aria-invalid")).toBe("true");
  expect(within(grid()).getByText("new")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove row" }));
  expect(within(grid()).queryByText("new")).toBeNull();
  expect(await screen.findByText("1 finding in cases.tsv")).toBeTruthy();
});

test("draws only what is in view of ten thousand rows", async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [`psor${at}`, "1", "2"]);
  const findings = rows.slice(0, 1000).map(([code = ""], at) => unknownCode(at + 2, code, "PSOR"));
  const check = fileCheck(rows, findings);
  openTask({ [`POST ${path}`]: { ...check, report: { ...check.report, by_code: { phenotype_unknown: 10_000 } } } });
  await drop("x");
  expect(await screen.findByText("10,000 findings in cases.tsv")).toBeTruthy();
  expect(screen.getByText(/The first 1,000 are listed/)).toBeTruthy();
  expect(grid().getAttribute("aria-rowcount")).toBe("10001");
  expect(within(grid()).getAllByRole("row").length).toBeLessThan(40);
  expect(screen.getAllByRole("button", { name: /^Go to cell/ })).toHaveLength(8);
});
