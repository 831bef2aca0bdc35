import { expect, test } from "vitest";
import { tableSearch } from "./table-search";

test.each([
  ["what it wrote itself", { q: "north", after: ["c1", "c2"] }, { q: "north", after: ["c1", "c2"] }],
  ["numbers typed as text", { q: 2026, after: 7 }, { q: "2026", after: ["7"] }],
  ["nothing", {}, {}],
])("reads %s", (_name, given, want) => expect(tableSearch.parse(given)).toEqual(want));
