import { describe, expect, test } from "vitest";
import type { PageDocument } from "./document";
import { firstState, isSet, type PageState, readState, withoutView, writeState } from "./pageState";
import { viewFilters, withViews } from "./views";

const asked = { label: "L", name_in_chip: true } as const;
const document = {
  table: { columns: ["gene", "p"], rows: 10 },
  filters: [
    { ...asked, id: "gene", column: "gene", type: "contains" },
    { ...asked, id: "p", column: "p", type: "at_most", preset: 0.05 },
    { ...asked, id: "beta", column: "beta", type: "between" },
    { ...asked, id: "secret", column: "gene", type: "exact", hidden: true, preset: ["x"] },
  ],
  plots: [
    { id: "m", type: "manhattan", place: { chromosome: "chr", position: "pos" } },
    { id: "v", type: "volcano", x: { column: "beta" }, y: { column: "p", is: "p" } },
  ],
} as unknown as PageDocument;

const full: PageState = {
  filters: { gene: ["BRCA1", "a~b!c"], p: 5e-8, beta: { low: -1 } },
  sort: { column: "p", descending: true },
  page: 3,
  plot: "v",
  views: { m: { chromosomes: ["4"], positions: [1, 2000] }, v: { x: [-0.5, 0.5], y: [0, 3] } },
  starred: ["rs1"],
  onlyStarred: true,
  hidden: ["p"],
};

describe("the state of a page in its address", () => {
  test("is read back as it was", () => {
    expect(readState(writeState(full, document), document)).toEqual(full);
  });

  test("is empty while nothing was done, presets hold, hidden filters are nobody's", () => {
    const first = firstState(document);
    expect(first.filters).toEqual({ p: 0.05 });
    expect(Object.values(writeState(first, document)).filter((value) => value !== undefined)).toEqual([]);
    expect(readState({ f: ["secret~y"] }, document).filters).toEqual({ p: 0.05 });
  });

  test("remembers that a preset was taken away", () => {
    const search = writeState({ ...firstState(document), filters: {} }, document);
    expect(search.f).toEqual(["p~"]);
    expect(readState(search, document).filters).toEqual({});
  });

  test("passes over what is gone or no number", () => {
    const search = {
      f: ["gone~x", "p~zero", "beta~.."],
      plot: "gone",
      view: ["gone~x1..2", "v~x2..1"],
      hide: ["gone"],
    };
    const state = readState(search, document);
    expect(state).toMatchObject({ filters: {}, plot: undefined, hidden: [], views: { v: {} } });
  });

  test.each([
    [undefined, false],
    [[], false],
    [["a"], true],
    [0, true],
    [{}, false],
    [{ low: 0 }, true],
  ])("%j is set: %s", (value, want) => expect(isSet(value as never)).toBe(want));
});

describe("what is in view of a plot", () => {
  test("is a filter of the rows, but not for the plot itself", () => {
    const asked = viewFilters(document, full.views);
    const ids = withViews(document).filters.map(({ id }) => id);
    expect(Object.keys(asked).filter((id) => !ids.includes(id))).toEqual([]);
    // −log10 P from 0 to 3 is P from 0.001 to 1.
    expect(Object.values(asked)).toEqual([
      ["4"],
      { low: 1, high: 2000 },
      { low: -0.5, high: 0.5 },
      { low: 0.001, high: 1 },
    ]);
    expect(Object.values(viewFilters(document, full.views, "v"))).toHaveLength(2);
    expect(withoutView(full, "m").views).toEqual({ v: full.views.v });
  });
});
