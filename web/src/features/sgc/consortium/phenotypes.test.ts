import { describe, expect, test } from "vitest";
import { pageOf } from "@/lib/list/list-page";
import { shownPhenotypes } from "./phenotypes";

const list = Array.from({ length: 106 }, (_, i) => ({
  code: `P${String(i).padStart(3, "0")}`,
  description: `Phenotype ${i}`,
  aliases: [],
  retired: false,
  used_by: 0,
  version: 1,
}));

const code = (row: { code: string }) => row.code;

describe("pages of phenotypes", () => {
  test("lead through all of them once", () => {
    const codes: string[] = [];
    let after: string[] = [];
    for (let pages = 0; pages < 3; pages++) {
      const { items, next_cursor } = pageOf(shownPhenotypes(list, {}), { after }, code);
      codes.push(...items.map((row) => row.code));
      if (!next_cursor) break;
      after = [...after, next_cursor];
    }
    expect(codes).toEqual(list.map((row) => row.code));
    expect(after).toEqual(["P049", "P099"]);
  });

  test("that are no more show the last", () => {
    const { items, next_cursor } = pageOf(list.slice(0, 60), { after: ["P049", "P099"] }, code);
    expect([items.length, next_cursor]).toEqual([10, undefined]);
  });

  test("of nothing are empty", () => {
    expect(pageOf([], {}, code)).toEqual({ items: [], total: 0, next_cursor: undefined });
  });
});
