import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageDocument } from "@/lib/document/document";
import { memoryPage } from "@/ui/page/testing";
import { useEngineOf } from "./useEngine";

const { document, engine } = memoryPage({ n: [1, 2] });
const formula = (expression: string): PageDocument => ({
  ...document,
  steps: [{ id: "s", type: "expression", expression, output: { id: "made", title: "Made" } }],
});

test("who asked asks again when a formula, a filter or a column is another one, and not for a title", () => {
  const { result, rerender } = renderHook((of: PageDocument) => useEngineOf(engine, of), {
    initialProps: formula("n"),
  });
  const isAnother = (next: PageDocument) => {
    const before = result.current;
    rerender(next);
    return result.current !== before;
  };
  expect(isAnother(formula("n * 2"))).toBe(true);
  expect(isAnother({ ...formula("n * 2"), title: "Another", formats: { n: [{ type: "direction" }] } })).toBe(false);
  expect(isAnother({ ...formula("n * 2"), star: "n" })).toBe(true);
  const filters = [{ id: "f", type: "at_most", column: "n", label: "N", name_in_chip: true }] as const;
  expect(isAnother({ ...formula("n * 2"), filters: [...filters] })).toBe(true);
  expect(isAnother(document)).toBe(true);
});
