import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import type { PageDocument } from "@/lib/document/document";
import type { PageState } from "@/lib/document/pageState";
import { accessFaults } from "@/test-axe";
import { Providers } from "../Providers";
import { PageView } from "./PageView";
import { type MemoryTable, memoryPage } from "./testing";

const table: MemoryTable = {
  gene: ["TTN", "BAG3", "FLNC", "LMNA", "=SUM(A1)", "<b>X</b>"],
  mask: ["pLoF", "pLoF", "missense", "missense", "pLoF", null],
  p: [1e-20, 1e-9, 0.001, 0, 0.5, null],
  carriers: [1204, 61, 119, 30, 0, 7],
};

const filters: PageDocument["filters"] = [
  { id: "mask", column: "mask", label: "Mask", type: "choice", name_in_chip: true },
  { id: "p", column: "p", label: "P", type: "at_most", name_in_chip: false },
  { id: "gene", column: "gene", label: "Gene", type: "contains", name_in_chip: true },
];

const full: Partial<PageDocument> = {
  about: "Rare variants, [read more](https://example.org/a) or [not](javascript:alert(1)) <script>x</script>",
  filters,
  tips: { p: "Two-sided" },
  groups: [{ id: "counts", title: "Counts", columns: ["carriers"] }],
  star: "gene",
  table: { columns: ["gene", "mask", "p"], rows: 10, sort: { column: "gene", descending: false } },
};

let last: PageState;

function Kept({ page }: { page: ReturnType<typeof memoryPage> }) {
  const [state, setState] = useState(page.state);
  last = state;
  return <PageView {...page} state={state} onState={setState} />;
}

function show(change: Partial<PageDocument> = full, engine: object = {}, from: MemoryTable = table) {
  const page = memoryPage(from, change);
  return render(
    <Providers>
      <QueryClientProvider client={new QueryClient()}>
        <main>
          <h1>Page</h1>
          <Kept page={{ ...page, engine: { ...page.engine, ...engine } }} />
        </main>
      </QueryClientProvider>
    </Providers>,
  );
}

const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelectorAll("td")[1]?.textContent);

const filterNamed = (name: string) =>
  within(screen.getByRole("group", { name: "Filters" })).getByRole("button", { name });

async function choose(filter: string, option: RegExp): Promise<void> {
  await userEvent.click(filterNamed(filter));
  await userEvent.click(await screen.findByRole("checkbox", { name: option, hidden: true }));
  await userEvent.keyboard("{Escape}");
}

describe("the table", () => {
  test("shows texts as texts, sorts three ways and tells what a heading means", async () => {
    show();
    await screen.findByText("<b>X</b>");
    expect(names()).toEqual(["<b>X</b>", "=SUM(A1)", "BAG3", "FLNC", "LMNA", "TTN"]);
    const heads = within(screen.getByRole("table"));
    await userEvent.hover(heads.getByRole("button", { name: "P" }));
    expect((await screen.findByRole("tooltip", { hidden: true })).textContent).toBe("Two-sided");
    await userEvent.click(heads.getByRole("button", { name: "GENE" }));
    await waitFor(() => expect(last.sort).toEqual({ column: "gene", descending: false }));
    await userEvent.click(heads.getByRole("button", { name: "GENE" }));
    await waitFor(() => expect(names()[0]).toBe("TTN"));
    expect(screen.getByRole("columnheader", { name: "GENE" }).getAttribute("aria-sort")).toBe("descending");
    await userEvent.click(heads.getByRole("button", { name: "GENE" }));
    expect(last.sort).toBeUndefined();
  });

  test("opens a row to its groups, marks it with a star, and shows the starred ones alone", async () => {
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Counts of TTN" }));
    expect(screen.getByText("CARRIERS").nextElementSibling?.textContent).toBe("1,204");
    await userEvent.click(screen.getByRole("button", { name: "Star BAG3" }));
    await userEvent.click(screen.getByRole("button", { name: "Starred (1)" }));
    await waitFor(() => expect(names().filter(Boolean)).toEqual(["BAG3"]));
    await userEvent.click(screen.getByRole("button", { name: "Star BAG3" }));
    await waitFor(() => expect(names().filter(Boolean)).toHaveLength(6));
  });

  test("hides a column, and saves what is shown without formulas", async () => {
    const saved: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push(blob as Blob);
      return "blob:saved";
    });
    show();
    await screen.findByText("TTN");
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "MASK", hidden: true }));
    expect(last.hidden).toEqual(["mask"]);
    await userEvent.keyboard("{Escape}");
    for (const [item, text] of [
      ["Table (CSV)", "GENE,P\r\n<b>X</b>,\r\n'=SUM(A1),0.5\r\nBAG3,1e-9\r\nFLNC,0.001\r\nLMNA,0\r\nTTN,1e-20\r\n"],
      ["Rows (JSON lines)", '{"GENE":"<b>X</b>","P":null}\n{"GENE":"=SUM(A1)","P":0.5}\n'],
    ] as const) {
      await userEvent.click(screen.getByRole("button", { name: "Export" }));
      await userEvent.click(await screen.findByRole("menuitem", { name: item, hidden: true }));
      await waitFor(() => expect(saved).toHaveLength(item.includes("CSV") ? 1 : 2));
      expect((await saved.at(-1)?.text())?.startsWith(text)).toBe(true);
    }
  });

  test("of which no column is there any more says so in place of empty lines", async () => {
    show({ table: { columns: ["gone"], rows: 10 } });
    expect(await screen.findByText("No column is shown")).toBeTruthy();
  });

  test("goes page by page, and leaves a page that is not there", async () => {
    const many = { gene: Array.from({ length: 25 }, (_, i) => `g${String(i).padStart(2, "0")}`) };
    show({ table: { columns: ["gene"], rows: 10 } }, {}, many);
    await screen.findByText("g00");
    await userEvent.click(screen.getByRole("button", { name: "Last page" }));
    expect(await screen.findByText("g24")).toBeTruthy();
    expect(screen.getByText("21–25 of 25")).toBeTruthy();
  });
});

describe("filters", () => {
  test("have values with their counts, chips that go, and a number of rows", async () => {
    show();
    expect(await screen.findByText("6 of 6 rows")).toBeTruthy();
    await choose("Mask", /^pLoF \(3\)/);
    await waitFor(() => expect(names()).toEqual(["=SUM(A1)", "BAG3", "TTN"]));
    expect(await screen.findByText("3 of 6 rows")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear Mask" }));
    await waitFor(() => expect(names()).toHaveLength(6));
  });

  test("take zero as a value and a bound as within; what is no number is refused in place", async () => {
    show();
    await userEvent.click(filterNamed("P"));
    const field = await screen.findByRole("textbox", { name: "P at most", hidden: true });
    await userEvent.type(field, "small{Enter}");
    expect(await screen.findByText("Enter a number, such as 0.05 or 5e-8.")).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "0.001{Enter}");
    await waitFor(() => expect(names()).toEqual(["BAG3", "FLNC", "LMNA", "TTN"]));
  });

  test("that leave nothing stay, and are taken back together", async () => {
    show();
    await choose("Mask", /^missense/);
    await userEvent.click(filterNamed("Gene"));
    await userEvent.type(await screen.findByRole("textbox", { name: "Gene", hidden: true }), "ttn{Enter}");
    expect(await screen.findByText("No row passes the filters")).toBeTruthy();
    expect(last.filters).toEqual({ mask: ["missense"], gene: ["ttn"] });
    await userEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
    await waitFor(() => expect(names()).toHaveLength(6));
  });
});

describe("states", () => {
  test("the words of a page are Markdown, never HTML, and link to the web only", async () => {
    show();
    expect((await screen.findByRole("link", { name: "read more" })).getAttribute("href")).toBe("https://example.org/a");
    expect(screen.queryByRole("link", { name: "not" })).toBeNull();
    expect(document.querySelector("main script")).toBeNull();
  });

  test("a column that is gone is named, a plot that needs it says so, the rest is there", async () => {
    const bars = {
      id: "b",
      type: "bar",
      title: "By lab",
      category: { column: "lab", label: "" },
      as: "count",
      across: false,
    } as const;
    const columns = [
      { id: "gene", source: "gene", title: "Gene", type: "text" as const },
      { id: "lab", source: "Laboratory", title: "Lab", type: "text" as const },
    ];
    show({ columns, table: { columns: ["gene", "lab"], rows: 10 }, plots: [bars] });
    expect(await screen.findByText(/Lab \(Laboratory\)/)).toBeTruthy();
    expect(screen.getByText("The column for category, “lab”, is missing: choose another.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Choose its columns" })).toBeNull();
    expect(await screen.findByText("TTN")).toBeTruthy();
  });

  test("where it is built, a plot that is not ready leads to where it is mended", async () => {
    const onMend = vi.fn();
    const axis = { column: "", label: "" };
    const plot = { id: "d", type: "scatter", title: "Dots", x: axis, y: axis, x_log: false, y_log: false } as never;
    const page = memoryPage(table, { plots: [plot] });
    render(
      <Providers>
        <QueryClientProvider client={new QueryClient()}>
          <PageView {...page} onState={() => undefined} onMend={onMend} />
        </QueryClientProvider>
      </Providers>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Choose its columns" }));
    expect(onMend).toHaveBeenCalledWith("d");
  });

  test("bytes that cannot be read are said, and tried again", async () => {
    let fails = true;
    const { engine } = memoryPage(table, full);
    const rows = (...asked: Parameters<typeof engine.rows>) =>
      fails ? Promise.reject(new Error("broken")) : engine.rows(...asked);
    show(full, { rows });
    expect(await screen.findByText("The table could not be read")).toBeTruthy();
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("TTN")).toBeTruthy();
  });

  test("a question that another document overtook is asked again", async () => {
    let first = true;
    const { engine } = memoryPage(table, full);
    const rows = (...asked: Parameters<typeof engine.rows>) => {
      if (!first) return engine.rows(...asked);
      first = false;
      return Promise.reject(new DOMException("Another document is used.", "AbortError"));
    };
    show(full, { rows });
    expect(await screen.findByText("TTN")).toBeTruthy();
  });

  test("it is accessible with all its parts", async () => {
    show();
    await screen.findByText("TTN");
    expect(await accessFaults(document.body)).toEqual([]);
  });
});
