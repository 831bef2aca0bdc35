import { expect, test, vi } from "vitest";
import { listOf, searchList, searchText, tableOf, tableSearch } from "./table-search";

test.each([
  ["what it wrote itself", { q: "north", after: ["c1", "c2"] }, { q: "north", after: ["c1", "c2"] }],
  ["numbers typed as text", { q: 2026, after: 7 }, { q: "2026", after: ["7"] }],
  ["nothing", {}, {}],
])("reads %s", (_name, given, want) => expect(tableSearch.parse(given)).toEqual(want));

const lakes = listOf({ country: searchList, owner: searchText }, { columns: ["name", "depth"], usual: "-depth" });

test.each([
  [
    { q: "north", sort: "name", after: ["a", "b"] },
    { limit: 50, q: "north", sort: "name", cursor: "b" },
  ],
  [{ sort: "-name" }, { limit: 50, sort: "-name" }],
  [{ sort: "colour" }, { limit: 50, sort: "-depth" }],
  [{}, { limit: 50, sort: "-depth" }],
])("the question of %j", (search, expected) => expect(lakes.questionOf(search)).toEqual(expected));

test.each([
  [{}, false],
  [{ sort: "name", hide: ["depth"], after: ["a"] }, false],
  [{ q: "", country: [] }, false],
  [{ q: "n" }, true],
  [{ country: ["fi"] }, true],
  [{ owner: "ada" }, true],
])("%j is filtered: %s", (search, expected) => expect(lakes.isFiltered(search)).toBe(expected));

test("clearing goes to the first page without search and filters, and leaves order and columns", () => {
  const onSearch = vi.fn();
  const search = lakes.search.parse({
    q: "n",
    country: "fi",
    owner: "ada",
    sort: "name",
    hide: ["depth"],
    after: ["a"],
  });
  const table = tableOf(lakes, search, onSearch);
  expect(table).toMatchObject({ search, filtered: true, defaultSort: "-depth" });
  table.onClearFilters();
  const cleared = { ...search, ...onSearch.mock.lastCall?.[0] };
  expect(JSON.parse(JSON.stringify(cleared))).toEqual({ sort: "name", hide: ["depth"] });
  expect(lakes.isFiltered(cleared)).toBe(false);
});
