import { expect, test } from "vitest";
import { memoryDocument } from "@/ui/page/testing";
import { partsChanged } from "./pageKind";

test("what an undo says to have changed are the parts that say something else, not those that were made anew", () => {
  const before = memoryDocument({ gene: ["TTN"], p: [0.1] });
  const after = { ...structuredClone(before), table: { ...before.table, columns: ["p"] }, title: "Other" };
  expect(partsChanged(before, after)).toBe("Title, Table");
});
