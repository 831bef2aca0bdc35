import { expect, test } from "vitest";
import type { Rules } from "@/api/rules";
import { consequencesOf } from "./consequences";
import { changesOf } from "./RulesHistory";

const held: Rules = {
  target_build: "hg19",
  min_cell: 5,
  version: 2,
  set_by: "ada",
  history: [],
  finished: { qc_runs: 12, meta_analyses: 1 },
};

test.each([
  ["nothing", { target_build: "hg19", min_cell: "5" }, []],
  ["the build", { target_build: "grch38", min_cell: "5" }, ["not computed again: 12 QC runs and 1 meta-analysis."]],
  ["a larger count", { target_build: "hg19", min_cell: "6" }, ["below 6 are hidden now", "cannot be undone"]],
  ["a smaller count", { target_build: "hg19", min_cell: "4" }, ["stay hidden until their files are uploaded again"]],
] as const)("a change of %s says what it leaves", (_, form, parts) => {
  const text = consequencesOf(held, form).join(" ");
  for (const part of parts) expect(text).toContain(part);
  expect(text.includes("does not start")).toBe(parts.length > 0);
});

test("the history has values before and after", () => {
  const first = { target_build: "hg19", min_cell: 5, version: 1, set_by: "system" } as const;
  expect(changesOf(first, undefined)).toBe("Target build: GRCh37 (hg19) · Smallest count shown: 5");
  expect(changesOf({ ...first, min_cell: 6, version: 2 }, first)).toBe("Smallest count shown: 5 → 6");
});
