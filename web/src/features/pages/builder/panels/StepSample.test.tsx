import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { StepReport } from "@/lib/engine/engine";
import { Providers } from "@/ui/Providers";
import { StepSample } from "./StepSample";

const none = { columns: [], rows: [] };
const report: StepReport = { id: "s", rows: 3, missing: 1, failed: 1, first: [], before: none, after: none };
const columns = [{ id: "p", title: "P value", type: "number" as const }];

const show = (change: Partial<StepReport>, isSaid = false) =>
  render(
    <Providers>
      <StepSample report={{ ...report, ...change }} columns={columns} isSaid={isSaid} />
    </Providers>,
  );

test("what a step made of the first rows stands beside what it read, and bad cells are named", () => {
  show({
    before: { columns: ["p"], rows: [{ row: 0, cells: [0.01] }] },
    after: { columns: ["log"], rows: [{ row: 0, cells: [2] }] },
    first: [{ row: 810, column: "p", value: "n/a", reason: "is no number" }],
  });
  expect(screen.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["0.01", "2"]);
  expect(screen.getByText("3 rows checked, 1 without a result")).toBeTruthy();
  expect(screen.getByText("1 cell could not be converted")).toBeTruthy();
  expect(screen.getByText("Row 811, P value, “n/a”: is no number")).toBeTruthy();
});

test("of many bad cells the first are listed, the others counted, and a long value is cut and said once", () => {
  const long = "x".repeat(300);
  show({
    failed: 10_000,
    before: { columns: ["p"], rows: [{ row: 0, cells: [long] }] },
    after: { columns: ["n"], rows: [{ row: 0, cells: [null] }] },
    first: [{ row: 0, column: "p", value: long, reason: `“${long}” is not a number.` }],
  });
  const cut = `${"x".repeat(23)}…`;
  expect(screen.getByText("10,000 cells could not be converted")).toBeTruthy();
  expect(screen.getByText(`Row 1, P value: “${cut}” is not a number.`)).toBeTruthy();
  expect(screen.getByText("and 9,999 others")).toBeTruthy();
  expect(screen.getByRole("cell", { name: cut })).toBeTruthy();
});

test("the fault of a step is said once: here, unless it stands at its field", () => {
  const { unmount } = show({ fault: "“beta +” ends too early." });
  expect(screen.getByText("“beta +” ends too early.")).toBeTruthy();
  expect(screen.queryByText(/rows looked at/)).toBeNull();
  unmount();
  show({ fault: "“beta +” ends too early." }, true);
  expect(screen.queryByText("“beta +” ends too early.")).toBeNull();
});
