/** A page over a table that the server made, in its worker, as readers and builders have it: what `pages.mjs` measures. */
import "@/theme/base.css";
import "@mantine/core/styles.layer.css";
import "@/theme/tokens.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { useEngineOf } from "@/features/pages/builder/useEngine";
import type { PageDocument } from "@/lib/document/document";
import { firstState, type PageState } from "@/lib/document/pageState";
import { emptyDocument } from "@/lib/document/start";
import type { TableInfo } from "@/lib/document/table";
import { type Engine, openEngine } from "@/lib/engine/engine";
import { Providers } from "@/ui/Providers";
import { PageView } from "@/ui/page/PageView";

const fetched = async (path: string) => (await fetch(path)).json();

/** What a step of the benchmark changes. */
interface Handle {
  document: PageDocument;
  setState: (change: (state: PageState) => PageState) => void;
  setDocument: (change: (document: PageDocument) => PageDocument) => void;
}
let handle: Handle;
let root: Root | undefined;
/** What is read in the background of the page that was opened last. */
let ahead: Promise<unknown> | undefined;

/** Passes an edit of the document to the engine, then shows it, as the builder does. */
function Page({
  table,
  engine: opened,
  overview,
}: {
  table: TableInfo;
  engine: Engine;
  overview: () => Promise<never>;
}) {
  const [document, setDocument] = useState(() => emptyDocument(table));
  const engine = useEngineOf(opened, document) as Engine;
  const [state, setState] = useState(() => firstState(document));
  useEffect(() => {
    opened.use(document).catch(() => undefined);
  }, [opened, document]);
  handle = { document, setState, setDocument };
  return (
    <PageView document={document} table={table} engine={engine} state={state} onState={setState} overview={overview} />
  );
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Milliseconds until something holds and was painted. */
async function until(holds: () => boolean): Promise<number> {
  const from = performance.now();
  while (!holds()) {
    if (performance.now() - from > 60_000) throw new Error(`Not there after a minute: ${holds}`);
    await frame();
  }
  await frame();
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - from;
}

const cells = () => document.querySelector("tbody")?.textContent ?? "";
const isQuiet = () => !document.querySelector("[aria-busy='true'], [aria-label^='Reading']");

/** Opens a table until its first rows and its Manhattan plot are there. */
async function open(name: string): Promise<number> {
  root?.unmount();
  const from = performance.now();
  const table = (await fetched(`/${name}.table.json`)) as TableInfo;
  const read = async (start: number, end: number, signal?: AbortSignal) =>
    (
      await fetch(`/${name}.parquet`, { headers: { Range: `bytes=${start}-${end - 1}` }, signal: signal ?? null })
    ).arrayBuffer();
  const opened = openEngine(table, read);
  ahead = undefined;
  const readAhead: Engine["readAhead"] = (...of) => {
    const reading = opened.readAhead(...of);
    ahead = reading.catch(() => undefined);
    return reading;
  };
  const engine = { ...opened, readAhead };
  root = createRoot(document.getElementById("root") as HTMLElement);
  root.render(
    <Providers>
      <QueryClientProvider client={new QueryClient()}>
        <Page table={table} engine={engine} overview={() => fetched(`/${name}.json`) as Promise<never>} />
      </QueryClientProvider>
    </Providers>,
  );
  await until(() => cells() !== "" && (document.querySelector("canvas")?.width ?? 0) > 400);
  return performance.now() - from;
}

/** Milliseconds that a reader looks at a page, at the least, before the first filter is set. */
const look = 500;

/** Waits for what is done in the background; whether anything was read. */
async function settle(): Promise<boolean> {
  const until = performance.now() + 1000;
  while (!ahead && performance.now() < until) await frame();
  await ahead;
  await new Promise((done) => setTimeout(done, look));
  return ahead !== undefined;
}

/** A filter of P is set; the rows that pass are others. */
async function filter(bound: number): Promise<number> {
  const id = handle.document.filters.find(({ type }) => type === "at_most")?.id as string;
  const [before, total] = [cells(), passing()];
  handle.setState((state) => ({ ...state, page: 1, filters: { ...state.filters, [id]: bound } }));
  return until(() => passing() !== total && (cells() !== before || isQuiet()));
}
const passing = () => /[\d,]+ of [\d,]+ rows/.exec(document.body.textContent ?? "")?.[0];

const column = "bench_made";
/** Changes a formula; the visible rows are computed again. */
async function edit(turn: number): Promise<number> {
  const before = cells();
  const position = handle.document.columns.find(({ role }) => role === "position")?.id as string;
  handle.setDocument((document) => ({
    ...document,
    steps: [
      { id: "bench", type: "expression", expression: `${position} + ${turn}`, output: { id: column, title: "Made" } },
    ],
    table: { ...document.table, columns: [...document.table.columns.filter((id) => id !== column), column] },
  }));
  return until(() => cells() !== before && isQuiet());
}

/** Frames a second while the page is scrolled for two seconds, a hundred rows of the table on it. */
async function scroll(): Promise<number> {
  handle.setDocument((document) => ({ ...document, table: { ...document.table, rows: 100 } }));
  await until(() => document.querySelectorAll("tbody tr").length >= 100 && isQuiet());
  let frames = 0;
  const began = performance.now();
  for (; performance.now() - began < 2000; frames++) {
    window.scrollBy(0, frames % 60 < 30 ? 40 : -40);
    await frame();
  }
  return frames / ((performance.now() - began) / 1000);
}

Object.assign(globalThis, { benchPage: { open, settle, filter, edit, scroll } });
