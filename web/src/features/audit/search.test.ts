import { expect, test } from "vitest";
import { auditExportUrl } from "@/api/server/audit";
import { auditListed, auditParams, auditSearch } from "./search";

test("days are whole days of the reader, the last one included", () => {
  const { from, to } = auditParams({ from: "2026-11-20", to: "2026-11-20" });
  expect(from).toBe(new Date(2026, 10, 20).toISOString());
  expect(to).toBe(new Date(2026, 10, 21).toISOString());
});

test.each(["2026-02-30", "yesterday", "2026-1-1", 20261120])("%s is no day and is left out", (from) => {
  expect(auditSearch.parse({ from })).toEqual({});
});

test("the export asks for the same entries, and for all pages of them", () => {
  const params = auditParams({ q: "north & south", action: ["deleted", "restored"], after: ["120"] });
  expect(auditExportUrl("jsonl", params)).toBe(
    "/api/audit/export?format=jsonl&q=north+%26+south&action=deleted&action=restored",
  );
});

test("only filters count as filters", () => {
  expect(auditListed.isFiltered({ after: ["1"], hide: ["address"], entry: "4" })).toBe(false);
  expect(auditListed.isFiltered({ object_id: "u1" })).toBe(true);
});
