import { describe, expect, test } from "vitest";
import { exportParams, filterCount, fromView, list, listParams, listSearch, toView } from "./search";

describe("listParams", () => {
  test.each([
    ["nothing", {}, { sort: "-updated_at", limit: 50 }],
    ["a tab", { scope: "shared" }, { scope: "shared" }],
    ["the bin is no scope of the server", { scope: "bin" }, { scope: undefined, bin: true }],
    ["an unknown tab", { scope: "theirs" }, { scope: undefined, bin: undefined }],
    ["codes", { ancestry: ["EU", "n/a"], sex: "male" }, { ancestry: ["EU", "n/a"], sex: ["male"] }],
    ["codes that are none", { ancestry: ["XX", "EU"], data_type: ["?"] }, { ancestry: ["EU"], data_type: undefined }],
    ["a sort that is none", { sort: "colour" }, { sort: "-updated_at" }],
    ["a sort", { sort: "-files" }, { sort: "-files" }],
    ["a study", { study: "s1", owner: "ada" }, { study_id: "s1", owner: "ada" }],
    ["the second page", { after: ["c1"] }, { cursor: "c1" }],
  ])("%s", (_name, address, want) => expect(listParams(listSearch.parse(address))).toMatchObject(want));
});

test("an export holds all pages", () => {
  const params = exportParams(listSearch.parse({ after: ["c1"], q: "kidney" }));
  expect(params).toMatchObject({ q: "kidney" });
  expect(params).not.toHaveProperty("cursor");
  expect(params).not.toHaveProperty("limit");
});

test("filters are counted without the search, and taken away with it", () => {
  const search = listSearch.parse({ q: "kidney", study: "s1", sex: ["male"], ancestry: [] });
  expect(filterCount(search)).toBe(2);
  expect(list.isFiltered({ q: "kidney" })).toBe(true);
  expect(list.isFiltered({ ...search, ...list.noFilters })).toBe(false);
});

test("a view keeps what is looked for and the columns, not the page and the open rows", () => {
  const search = listSearch.parse({ q: "42", scope: "mine", sex: ["male"], sort: "name", after: ["c"], open: ["d1"] });
  expect(fromView(toView(search, ["size"]))).toEqual({
    q: "42",
    scope: "mine",
    sex: ["male"],
    sort: "name",
    hide: ["size"],
  });
});

test("a view that nobody understands is an empty search", () => {
  expect(list.isFiltered(fromView("?scope=%5B&q"))).toBe(false);
});
