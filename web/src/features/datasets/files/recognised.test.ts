import { expect, test } from "vitest";
import { recognisedWords } from "./recognised";
import { inspection } from "./testing";

test("a column that means two things is counted once", () => {
  const columns = [...inspection.columns, { ...inspection.columns[1], field: "frequency_allele" }];
  expect(recognisedWords({ ...inspection, columns } as typeof inspection)).toBe(
    "Looks like FinnGen output, GRCh37 (hg19) (7 of 7 known variants agree), 2 of 2 columns recognised",
  );
});
