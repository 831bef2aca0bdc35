import { describe, expect, test } from "vitest";
import { pageOf, shownPhenotypes } from "./phenotypes";

const list = Array.from({ length: 106 }, (_, i) => ({
  code: `P${String(i).padStart(3, "0")}`,
  description: `Phenotype ${i}`,
  aliases: [],
  retired: false,
  used_by: 0,
  version: 1,
}));

describe("pages of phenotypes", () => {
  test("lead through all of them once", () => {
    const codes: string[] = [];
    let after: string[] = [];
    for (let pages = 0; pages < 3; pages++) {
      const { rows, nextCursor } = pageOf(shownPhenotypes(list, {}), { after });
      codes.push(...rows.map((row) => row.code));
      if (!nextCursor) break;
      after = [...after, nextCursor];
    }
    expect(codes).toEqual(list.map((row) => row.code));
    expect(after).toEqual(["P049", "P099"]);
  });

  test("that are no more show the last", () => {
    const { rows, nextCursor } = pageOf(list.slice(0, 60), { after: ["P049", "P099"] });
    expect([rows.length, nextCursor]).toEqual([10, undefined]);
  });

  test("of nothing are empty", () => {
    expect(pageOf([], {})).toEqual({ rows: [], nextCursor: undefined });
  });
});
