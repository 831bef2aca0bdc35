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
  expect(screen.getByText("3 rows looked at, 1 without a result")).toBeTruthy();
  expect(screen.getByText("1 cell could not be converted")).toBeTruthy();
  expect(screen.getByText("Row 811, P value, “n/a”: is no number")).toBeTruthy();
});

test("the fault of a step is said once: here, unless it stands at its field", () => {
  const { unmount } = show({ fault: "“beta +” ends too early." });
  expect(screen.getByText("“beta +” ends too early.")).toBeTruthy();
  expect(screen.queryByText(/rows looked at/)).toBeNull();
  unmount();
  show({ fault: "“beta +” ends too early." }, true);
  expect(screen.queryByText("“beta +” ends too early.")).toBeNull();
});
