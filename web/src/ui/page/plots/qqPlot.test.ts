import { expect, test } from "vitest";
import type { ColumnRole } from "@/lib/document/document";
import { qqLegend } from "../../chart/qq";
import { memoryDocument, memoryInfo } from "../testing";
import { allRows, calledQq, ofGenome, qqData } from "./qqPlot";

const rows = { gene: ["TTN", "BAG3", "LMNA"], mask: ["pLoF", "pLoF", "missense"], pos: [1, 2, 3], p: [0.5, 0.1, 0.9] };

function called(roles: Record<string, ColumnRole>, genes: { distinct?: number; missing?: number } = { distinct: 3 }) {
  const info = memoryInfo(rows);
  const table = { ...info, columns: info.columns.map((one) => (one.id === "gene" ? { ...one, ...genes } : one)) };
  const document = memoryDocument(rows);
  const columns = document.columns.map((one) => ({
    ...one,
    ...(roles[one.id] && { role: roles[one.id] as ColumnRole }),
  }));
  return allRows({ document: { ...document, columns }, table });
}

test.each<[string, Record<string, ColumnRole>, { distinct?: number; missing?: number }?]>([
  ["All variants", { gene: "gene", mask: "effect_allele" }],
  ["All variants", { mask: "rsid" }],
  ["All variants", { pos: "position" }],
  ["All genes", { gene: "gene", pos: "position" }],
  ["All genes", { gene: "gene" }, {}],
  ["All genes", { gene: "gene" }, { distinct: 2, missing: 1 }],
  ["All rows", { gene: "gene" }, { distinct: 2 }],
  ["All rows", {}],
])("%s where columns mean %j", (words, roles, genes) => expect(called(roles, genes)).toBe(words));

test("the curve of a QQ plot is called by what the rows are, and stays the one that is drawn first", () => {
  const data = calledQq(qqData(Float64Array.from([0.3, 1, 2])), "All genes");
  expect(qqLegend(data)).toMatchObject([
    { words: expect.stringMatching(/^All genes/), tone: "first" },
    { shape: "area" },
  ]);
});

test.each([
  [30, 11, true],
  [29, 11, false],
  [30, 10, false],
  [30, 1, false],
  [30, undefined, true],
])("λ of %d rows on %s chromosomes is shown: %s", (n, distinct, shown) => {
  const chr = Array.from({ length: n }, (_, i) => i % 22);
  const info = memoryInfo({ chr });
  const table = { ...info, columns: info.columns.map((one) => ({ ...one, distinct })) };
  const document = memoryDocument({ chr });
  const columns = document.columns.map((one) => ({ ...one, role: "chromosome" as const }));
  const data = ofGenome(qqData(Float64Array.from(chr, (x) => x / 10)), { document: { ...document, columns }, table });
  expect(data.lambda_gc !== null).toBe(shown);
  expect(data.series[0]?.lambda_gc !== null).toBe(shown);
});
