import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import fc from "fast-check";
import { Component, type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ColumnType, PageDocument, Plot } from "@/lib/document/document";
import { firstState } from "@/lib/document/pageState";
import { anyDocument } from "@/lib/document/testing";
import type { Cell } from "@/lib/engine/cell";
import { openHere } from "@/lib/engine/core";
import { memorySource } from "@/lib/engine/testing/memory";
import { Providers } from "../Providers";
import { type Strokes, stubCanvas } from "./canvasTesting";
import { PageView } from "./PageView";

/**
 * A small table with every kind of value: symbols, zeros, missing values, positions, alleles,
 * lists.
 */
const cells: Record<string, [ColumnType, Cell[]]> = {
  n: ["number", [0, 1e-300, 0.5, 1, null, -2, 1e9]],
  m: ["number", [1, 55_000, 3, null, 2, 2, 0.01]],
  t: ["text", ["1:100", "X", "<b>T</b>", null, "1:100", "=A1", "rs1"]],
  u: ["list", [["a", "b"], [], null, ["c"], ["a"], ["a, b"], ["1"]]],
  made: ["boolean", [true, false, null, true, true, false, null]],
};
/** The table, with other names for its columns. */
function tableOf(name: (id: string) => string) {
  const columns = Object.entries(cells).map(([id, [type, of]]) => ({ id: name(id), type, cells: of }));
  const info = { rows: 7, columns: columns.map(({ id, type }) => ({ id, source: id, type })) };
  return { info, source: memorySource(columns, 4) };
}
type Table = ReturnType<typeof tableOf>;

const plain = tableOf((id) => id);
const fitting = plain.info.columns.map((column) => ({ ...column, title: column.id }));

/** A document whose columns are in the table, except one; nothing else is fixed. */
const documents = fc.tuple(anyDocument, fc.boolean()).map(
  ([document, own]): PageDocument => ({
    ...document,
    layout: "stacked",
    columns: own ? document.columns : fitting,
  }),
);

/** Catches what would take the page away. */
class Caught extends Component<{ children: ReactNode; onError: (error: unknown) => void }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

function Page({ document, table: { info, source } }: { document: PageDocument; table: Table }) {
  const [engine] = useState(() => openHere(info, source));
  const [used] = useState(() => engine.use(document).catch(() => undefined));
  const [state, setState] = useState(firstState(document));
  void used;
  return <PageView document={document} table={info} engine={engine} state={state} onState={setState} />;
}

const unfinished = "[aria-label^='Reading'], [aria-busy='true']";
const tableStands = "table, [role='table']";
const noRows = /^(The table has no rows|No row passes the filters|No column is shown)$/;

/** Each plot has its heading, the table its rows or a sentence, and nothing is under way. */
function isShown({ plots }: PageDocument): boolean {
  const { document } = window;
  if (document.querySelector(unfinished) || document.querySelectorAll("h2").length < plots.length) return false;
  return document.querySelector(tableStands) !== null || screen.queryAllByText(noRows).length > 0;
}

/** Kinds of plots that had a picture. */
const drawn = new Set<Plot["type"]>();

async function errorsOf(document: PageDocument, table = plain): Promise<unknown[]> {
  const errors: unknown[] = [];
  render(
    <Providers>
      <QueryClientProvider client={new QueryClient()}>
        <Caught onError={(error) => errors.push(error instanceof Error ? error.stack : error)}>
          <Page document={document} table={table} />
        </Caught>
      </QueryClientProvider>
    </Providers>,
  );
  await waitFor(() => expect(errors.length > 0 || isShown(document)).toBe(true), { interval: 5 });
  const [only] = document.plots;
  if (only && document.plots.length === 1 && window.document.querySelector("canvas")) drawn.add(only.type);
  for (const words of screen.queryAllByText(/could not be (drawn|read)/)) errors.push(words.parentElement?.textContent);
  cleanup();
  return errors;
}

let strokes: Strokes;
beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(); // the test reports caught errors
  strokes = stubCanvas();
});

test("any document is shown, with whatever it asks for", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      expect(await errorsOf(document)).toEqual([]);
    }),
    { numRuns: 150, seed: 14, endOnFailure: false },
  );
  expect(strokes.count).toBeGreaterThan(1000);
});

test("each kind of plot is drawn where its columns fit", { timeout: 300_000 }, async () => {
  const kinds = new Set<Plot["type"]>();
  for (const document of fc.sample(documents, { numRuns: 600, seed: 2 })) {
    for (const plot of document.plots) {
      kinds.add(plot.type);
      if (drawn.has(plot.type)) continue;
      expect(await errorsOf({ ...document, columns: fitting, steps: [], filters: [], plots: [plot] })).toEqual([]);
    }
  }
  expect([...drawn].sort()).toEqual([...kinds].sort());
  expect(kinds.size).toBe(12);
});

/** What users may call a column, each as the five columns of the table. */
const hostile = [
  ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"],
  ["__proto__", "constructor", "__defineGetter__", "isPrototypeOf", "toLocaleString"],
  ["\u202eename", "👩🏽‍🔬", "=cmd|' /C calc'!A0", "a\u0000b", "x".repeat(10_000)],
];

/** A document whose columns have other names. */
function renamed(value: unknown, name: (id: string) => string): unknown {
  if (typeof value === "string") return name(value);
  if (Array.isArray(value)) return value.map((one) => renamed(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [name(key), renamed(one, name)]));
}

test.each(hostile)("columns of any name are shown: %j", { timeout: 300_000 }, async (...names) => {
  const ids = Object.keys(cells);
  const name = (id: string) => names[ids.indexOf(id)] ?? id;
  const table = tableOf(name);
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      expect(await errorsOf(renamed(document, name) as PageDocument, table)).toEqual([]);
    }),
    { numRuns: 15, seed: 41, endOnFailure: false },
  );
});
