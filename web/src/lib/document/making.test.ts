import { expect, test } from "vitest";
import type { PageDocument } from "./document";
import { makingOf } from "./making";
import { emptyDocument } from "./start";

const column = (id: string, type: "number" | "text" = "number") => ({ id, source: id.toUpperCase(), type });
const page: PageDocument = {
  ...emptyDocument({ columns: [column("p"), column("beta"), column("gene", "text")] }),
  steps: [
    { id: "a", type: "neglog10", input: "p", zero: "missing", output: { id: "strength", title: "" } },
    { id: "b", type: "expression", expression: "strength * beta", output: { id: "score", title: "" } },
    { id: "c", type: "to_text", input: "beta", output: { id: "shown", title: "" } },
  ],
  filters: [{ id: "g", type: "contains", column: "gene", label: "", name_in_chip: true }],
};
const [a, b, c] = page.steps as [PageDocument["steps"][0], PageDocument["steps"][0], PageDocument["steps"][0]];

test("columns are made anew by what they are made of, and by the filters", () => {
  const before = makingOf(page, ["score"]);
  const after = (change: Partial<PageDocument>) => makingOf({ ...page, ...change }, ["score"]) !== before;
  expect(after({ steps: [{ ...a, zero: "smallest" } as never, b, c] })).toBe(true);
  expect(after({ steps: [a, { ...b, expression: "strength + beta" } as never, c] })).toBe(true);
  expect(after({ steps: [a, { ...b, off: true }, c] })).toBe(true);
  expect(after({ steps: [b, a, c] })).toBe(true);
  expect(after({ columns: page.columns.map((one) => (one.id === "beta" ? { ...one, source: "B" } : one)) })).toBe(true);
  expect(after({ columns: page.columns.map((one) => (one.id === "gene" ? { ...one, type: "list" } : one)) })).toBe(
    true,
  );
  expect(after({ filters: [] })).toBe(true);
});

test("columns stay as they are when others are changed", () => {
  const before = makingOf(page, ["score"]);
  const after = (change: Partial<PageDocument>) => makingOf({ ...page, ...change }, ["score"]);
  expect(after({ steps: [a, b, { ...c, input: "p" } as never] })).toBe(before);
  expect(after({ steps: [a, b] })).toBe(before);
  expect(after({ columns: [...page.columns, { ...column("se"), title: "" }] })).toBe(before);
  expect(after({ title: "Another", layout: "stacked", plots: [], formats: {} })).toBe(before);
});
