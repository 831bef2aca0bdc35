import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Plot } from "@/lib/document/document";
import { memoryPage } from "../testing";
import { usePlotRows } from "./usePlotRows";
import { useReadAhead } from "./useReadAhead";

const table = {
  snp: ["rs1", "rs2", "rs3"],
  chr: ["1", "1", "2"],
  pos: [5, 9, 7],
  p: [1e-9, 0.5, 0.01],
  gene: ["A", "B", "C"],
};
const plot: Plot & { type: "manhattan" } = {
  id: "m",
  title: "Manhattan",
  type: "manhattan",
  place: { chromosome: "chr", position: "pos" },
  y: { column: "p", is: "p", label: "" },
  name: "snp",
  hover: ["gene", "pos"],
  thresholds: [],
};
const drawn = ["chr", "pos", { neg_log_10: "p" }];

function pageOf(rows: number) {
  const page = memoryPage(table, {
    plots: [plot],
    filters: [
      { id: "s", column: "snp", label: "Variant", type: "contains", name_in_chip: true },
      { id: "p", column: "p", label: "P", type: "at_most", name_in_chip: true },
    ],
  });
  const values = vi.fn(page.engine.values);
  const readAhead = vi.fn(page.engine.readAhead);
  const titles = new Map(Object.keys(table).map((id) => [id, id]));
  const engine = { ...page.engine, values, readAhead };
  return {
    page: { ...page, engine, table: { ...page.table, rows }, onState: () => undefined },
    values,
    readAhead,
    titles,
  };
}

test("a long table's figure is drawn before its names are read", async () => {
  const { page, values, titles } = pageOf(250_000);
  const { result } = renderHook(() => usePlotRows(plot, page, titles));
  await waitFor(() => expect(result.current.data?.length).toBe(3));
  expect(values.mock.calls.map(([{ columns }]) => columns)).toEqual([drawn]);
  expect(result.current.data?.name("snp", 1)).toBe("…");
  await waitFor(() => expect(result.current.data?.name("snp", 1)).toBe("rs2"));
  expect(values.mock.calls.map(([{ columns }]) => columns)).toEqual([drawn, ["snp", "gene"]]);
  expect(result.current.data?.hover(plot.hover, 2)).toEqual([
    ["gene", "C"],
    ["pos", "7"],
  ]);
  expect([...(result.current.data?.numbers("pos") ?? [])]).toEqual([5, 9, 7]);
});

test("a shorter one is read whole at once", async () => {
  const { page, values, titles } = pageOf(249_999);
  const { result } = renderHook(() => usePlotRows(plot, page, titles));
  await waitFor(() => expect(result.current.data?.name("snp", 1)).toBe("rs2"));
  expect(values.mock.calls.map(([{ columns }]) => columns)).toEqual([[...drawn, "snp", "gene"]]);
});

test("names that came for other rows are not told of these", async () => {
  const { page, titles } = pageOf(250_000);
  const { result, rerender } = renderHook(
    ({ filters }) => usePlotRows(plot, { ...page, state: { ...page.state, filters } }, titles),
    {
      initialProps: { filters: {} as Record<string, number> },
    },
  );
  await waitFor(() => expect(result.current.data?.name("snp", 0)).toBe("rs1"));
  rerender({ filters: { p: 1e-3 } });
  await waitFor(() => expect(result.current.data?.length).toBe(1));
  rerender({ filters: {} });
  await waitFor(() => expect(result.current.data?.length).toBe(3));
  expect(result.current.data?.name("snp", 2)).toBe("…");
  await waitFor(() => expect(result.current.data?.name("snp", 2)).toBe("rs3"));
});

test.each([
  [2_000_000, {}, 1],
  [2_000_001, {}, 0],
  [1_000_000, { saveData: true }, 0],
])("with %d rows and a connection of %o, columns are read ahead %d times", async (rows, connection, times) => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection }));
  const { page, readAhead } = pageOf(rows);
  const { rerender } = renderHook(({ isThere }) => useReadAhead(plot, page, isThere), {
    initialProps: { isThere: false },
  });
  await new Promise((done) => setTimeout(done, 20));
  expect(readAhead).not.toHaveBeenCalled();
  rerender({ isThere: true });
  await new Promise((done) => setTimeout(done, 20));
  expect(readAhead.mock.calls.map(([columns]) => columns)).toEqual(
    Array.from({ length: times }, () => [...drawn, "p"]),
  );
  vi.unstubAllGlobals();
});
