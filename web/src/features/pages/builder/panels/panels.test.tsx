import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { PageProblem } from "@/api/pages/pages";
import type { Table } from "@/api/pages/tables";
import type { Filter, PageDocument } from "@/lib/document/document";
import type { Prepared, StepReport } from "@/lib/engine/engine";
import { accessFaults } from "@/test-axe";
import { useFocusNear } from "@/ui/focus/useFocusNear";
import { Providers } from "@/ui/Providers";
import { memoryDocument, memoryInfo } from "@/ui/page/testing";
import { givenOf, offeredAt } from "../given";
import { Faults } from "../head/Faults";
import { held } from "../head/testing";
import { formatKinds } from "../kinds/formats";
import type { PanelProps } from "../panel";
import { WithPlaces } from "../places";
import { withAt } from "../problems";
import { WithSaying } from "../saying";
import { ColumnsPanel } from "./ColumnsPanel";
import { FiltersPanel } from "./FiltersPanel";
import { FormatPanel } from "./FormatPanel";
import { StepsPanel } from "./StepsPanel";

const table = memoryInfo({ gene: ["TTN"], p: [0.01], beta: [1] }) as Table;
const filter = (id: string): Filter => ({
  id,
  type: "at_most",
  column: "p",
  label: `Filter ${id}`,
  name_in_chip: true,
});
const filters = memoryDocument({ gene: ["TTN"], p: [0.01], beta: [1] }, { filters: ["a", "b", "c"].map(filter) });

type Panel = (props: PanelProps) => React.ReactNode;
interface Given {
  document: PageDocument;
  problems?: PageProblem[];
  prepared?: Prepared;
}

/** A panel whose changes stay. */
function show(Panel: Panel, { document: begun, problems = [], prepared }: Given) {
  let now = begun;
  function Held() {
    useFocusNear();
    const [document, setDocument] = useState(begun);
    now = document;
    const change: PanelProps["change"] = (make) => setDocument(make);
    const given = givenOf(document, offeredAt(document, undefined), table);
    const onRepair = (path: string, near: string) => change((before) => withAt(before, path, near));
    const editing = () => ({ given, problems, onRepair });
    return (
      <WithSaying>
        <WithPlaces onSection={() => undefined}>
          <Faults problems={problems} onClose={() => undefined} />
          <Panel
            {...{
              page: held(),
              document,
              table,
              prepared,
              problems,
              editing,
              change,
              onPlot: () => undefined,
            }}
          />
        </WithPlaces>
      </WithSaying>
    );
  }
  const { container } = render(
    <Providers>
      <Held />
    </Providers>,
  );
  return { container, document: () => now };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
const atButton = (name: string | RegExp) => expect(document.activeElement).toBe(screen.getByRole("button", { name }));

test("what is removed is said, and the keyboard goes to what comes to stand there", async () => {
  const { container } = show(FiltersPanel, { document: filters });
  await press("Remove Filter b");
  expect(said()).toContain("Filter b is removed");
  atButton(/^Filter c/);
  await press("Remove Filter c");
  atButton(/^Filter a/);
  await press("Remove Filter a");
  atButton("Add a filter");
  expect(await accessFaults(container)).toEqual([]);
});

test("what is moved is said with its place, and the keyboard stays at its button", async () => {
  show(FiltersPanel, { document: filters });
  await press("Move Filter a down");
  expect(said()).toContain("Filter a: 2 of 3");
  atButton("Move Filter a down");
  await press("Move Filter a down");
  expect(said()).toContain("Filter a: 3 of 3");
  atButton("Move Filter a down");
});

test("a fault leads to the field that mends it", async () => {
  const problem: PageProblem = {
    path: "/filters/1/label",
    code: "incomplete",
    severity: "error",
    text: "The filter has no label.",
  };
  show(FiltersPanel, { document: filters, problems: [problem] });
  expect(screen.queryByRole("textbox", { name: "Label" })).toBeNull();
  await press("The filter has no label.");
  const label = await screen.findByRole("textbox", { name: "Label" });
  await waitFor(() => expect(document.activeElement).toBe(label));
});

test("a column that is not shown any more leaves the keyboard where it was", async () => {
  const { container, document: now } = show(ColumnsPanel, { document: filters });
  await userEvent.click(screen.getByRole("checkbox", { name: "Show P" }));
  expect(said()).toContain("P is not shown");
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Show BETA" }));
  expect(now().table.columns).toEqual(["gene", "beta"]);
  expect(await accessFaults(container)).toEqual([]);
});

test("a column is given its meaning, and is taken out of the page once it is known what needs it", async () => {
  const { document: now } = show(ColumnsPanel, { document: filters });
  await press("More of P");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Meaning" }), "P value");
  expect(now().columns[1]).toMatchObject({ id: "p", role: "p_value" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Meaning" }), "No meaning known");
  expect(now().columns[1]).not.toHaveProperty("role");
  await press("Remove from the page");
  const dialog = await screen.findByRole("dialog", { name: "Remove P from the page?" });
  expect(dialog.textContent).toContain("3 parts of the page depend on it: the filter Filter a, the filter Filter b,");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(now().columns.map(({ id }) => id)).toEqual(["gene", "beta"]));
  expect(now().table.columns).toEqual(["gene", "beta"]);
  expect(now().filters).toHaveLength(3);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Show BETA" })));
  const lacking = screen.getByRole("combobox", { name: /^Unused columns of the table/ });
  await userEvent.selectOptions(lacking, "p");
  expect(now().columns.map(({ id }) => id)).toEqual(["gene", "beta", "p"]);
});

test("a column that the table lacks can be another, or go; one of another type is taken as it is", async () => {
  const columns = filters.columns.map((column) =>
    column.id === "gene" ? { ...column, source: "symbol" } : { ...column, type: "text" as const },
  );
  const gone = (path: string, code: "column_gone" | "column_type"): PageProblem => ({
    path,
    code,
    severity: "error",
    text: `${path} is wrong.`,
  });
  const problems = [gone("/columns/0/source", "column_gone"), gone("/columns/1/type", "column_type")];
  const { container, document: now } = show(ColumnsPanel, { document: { ...filters, columns }, problems });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Another column for GENE" }), "beta");
  expect(now().columns[0]).toMatchObject({ id: "gene", source: "beta", type: "number" });
  await press("Use P as Number");
  expect(now().columns[1]?.type).toBe("number");
  expect(await accessFaults(container)).toEqual([]);
  await press("Remove GENE from the page");
  expect(now().columns.map(({ id }) => id)).toEqual(["p", "beta"]);
});

test("all columns are shown or hidden with one press, which is said", async () => {
  show(ColumnsPanel, { document: filters });
  await press("Hide all");
  expect(said()).toContain("0 of 3 columns shown");
  await press("Show all");
  expect(said()).toContain("3 of 3 columns shown");
});

test("a cell has one bar: a second one is not offered", async () => {
  const { document: now } = show(FormatPanel, { document: filters });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Format a column" }), "p");
  const offered = screen.getByRole("combobox", { name: "Add a format to P" });
  const bars = () => within(offered).queryAllByRole("option", { name: formatKinds.bar.label });
  expect(bars()).toHaveLength(1);
  await userEvent.selectOptions(offered, "bar");
  expect(now().formats.p?.map(({ type }) => type)).toEqual(["bar"]);
  expect(bars()).toHaveLength(0);
});

test("a formula that cannot be read is told with the reason, which only the table's side knows", async () => {
  const step = { id: "s", type: "expression", expression: "p +", output: { id: "made", title: "Made" } } as const;
  const none = { columns: [], rows: [] };
  const why = "The formula ends too early.";
  const report: StepReport = {
    id: "s",
    rows: 0,
    missing: 0,
    failed: 0,
    first: [],
    before: none,
    after: none,
    fault: why,
  };
  const told = { code: "expression", path: "/steps/0/expression", severity: "error", text: "Step 1 cannot be read." };
  show(StepsPanel, {
    document: memoryDocument({ p: [0.01] }, { steps: [step] }),
    problems: [told as PageProblem],
    prepared: { revision: 1, rows: 1, steps: [report], columns: [], before: {} },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Made/ }));
  expect(await screen.findByText(why)).toBeTruthy();
});
