import { expect, test } from "vitest";
import { missingCode } from "@/lib/engine/engine";
import { packed } from "@/lib/engine/texts";
import { PlotRows } from "./rows";

test("very many groups stand in the order of the rows, which costs no time to speak of", () => {
  const groupsOf = (count: number) => {
    const names = Array.from({ length: count }, (_, i) => `rs${count - i}`);
    const asked: Parameters<typeof PlotRows.prototype.groups>[0][] = ["id"];
    const answer = {
      columns: [{ type: "text" as const, codes: Uint32Array.from(names.keys()), texts: packed(names) }],
    };
    return new PlotRows(asked, { ...answer, rows: Uint32Array.from(names.keys()) }, new Map()).groups("id");
  };
  expect(groupsOf(10_000).texts.slice(0, 2)).toEqual(["rs1", "rs2"]);
  const many = groupsOf(10_001);
  expect(many.texts.slice(0, 2)).toEqual(["rs10001", "rs10000"]);
  expect([...many.of.slice(0, 2)]).toEqual([0, 1]);
});

test("groups are the texts that rows have, each once and in natural order, however they are handed over", () => {
  const codes = Uint32Array.of(3, 0, missingCode, 2, 5, 1);
  const texts = packed(["chr10", "chr2", "chr10", "chr2", "of no row", "X"]);
  const rows = new PlotRows(
    ["chr"],
    { columns: [{ type: "text", codes, texts }], rows: Uint32Array.from(codes.keys()) },
    new Map(),
  );
  expect(rows.groups("chr")).toEqual({ texts: ["chr2", "chr10", "X"], of: Int32Array.of(0, 1, -1, 1, 2, 0) });
  expect([0, 2, 4].map((i) => rows.text("chr", i))).toEqual(["chr2", undefined, "X"]);
});
