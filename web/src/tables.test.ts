import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Tables whose rows have an order of their own, or whose order is chosen elsewhere, each with the reason. */
const ordered: Record<string, string> = {
  "features/hermes/dashboard/CoverageCard.tsx": "a matrix",
  "features/hermes/qc/CountTables.tsx": "columns and steps of a report in the order of the work",
  "features/hermes/freeze/page/ChangesDialog.tsx": "gained, lost, then kept loci, each strongest first",
  "features/hermes/freeze/page/TopLociCard.tsx": "loci of all cells, strongest first",
  "features/hermes/meta/result/SortHead.tsx": "the heading that sorts the top loci",
  "features/hermes/meta/result/AncestryCells.tsx": "cells of each ancestry in the top loci, which SortHead sorts",
  "features/sgc/consortium/TotalsHead.tsx": "the heading that the server sorts by",
  "features/sgc/cohort/file/GridTable.tsx": "a table that is edited",
  "features/browse/locus/ColocCard.tsx": "pairs of signals in the order of the signals",
  "ui/locus/SetsTable.tsx": "signals of a locus, strongest first",
  "features/datasets/bulk/SheetTable.tsx": "a table that is edited",
  "features/browse/ForestTable.tsx": "a forest plot: results in groups, then their sum",
  "features/bioindex/page/AnswerTable.tsx": "rows of a file in the order of the index, page by page",
  "features/setup/home/ProblemsCard.tsx": "the newest errors first",
  "features/setup/home/ProcessesCard.tsx": "servers, then workers",
  "features/setup/home/QueueCards.tsx": "the oldest jobs first",
  "ui/page/TableHead.tsx": "the heading that sorts a published page",
};

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, "utf8") }));

/** Headings of numbers that do not sort: of a table that is written out, where NumberHead is not used. */
const plainHeads = /<th\b[^>]*className=\{[^}]*\b(?:number|numeric)\b/;

test("every column of numbers sorts its table, or the table has an order of its own", () => {
  const plain = sources.filter(({ text, file }) => plainHeads.test(text) && !file.startsWith("ui/table/"));
  expect(plain.map(({ file }) => file).sort()).toEqual(Object.keys(ordered).sort());
});
