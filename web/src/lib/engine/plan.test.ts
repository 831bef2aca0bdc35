import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ColumnType, PageDocument } from "../document/document";
import { Keys, planOf } from "./plan";

/** The server's check reads the same file. */
const shared = JSON.parse(readFileSync("../internal/area/page/testdata/expressions.json", "utf8")) as {
  of: Record<string, ColumnType>;
  scanned: Case[];
  parsed: Case[];
};
interface Case {
  expression: string;
  ok: boolean;
  type?: ColumnType;
}
const cases = [...shared.scanned, ...shared.parsed].filter(({ expression }) => expression !== "");

/** An expression between two steps, and the resulting state of its column. */
function middleOf(expression: string) {
  const document: PageDocument = {
    version: 1,
    title: "",
    about: "",
    columns: Object.entries(shared.of).map(([id, type]) => ({ id, source: id, title: id, type })),
    steps: [
      { id: "s1", type: "to_text", input: "beta", output: { id: "before", title: "before" } },
      { id: "s2", type: "expression", expression, output: { id: "middle", title: "middle" } },
      { id: "s3", type: "to_text", input: "middle", output: { id: "after", title: "after" } },
    ],
    formats: {},
    tips: {},
    table: { columns: [], rows: 20 },
    groups: [],
    filters: [],
    plots: [],
    layout: "tabs",
  };
  const columns = Object.entries(shared.of).map(([id, type]) => ({ id, source: id, type }));
  const plan = planOf(document, { columns }, new Keys());
  const seen = plan.before.get("s3")?.find(({ id }) => id === "middle");
  return { seen, after: plan.columns.get("after") };
}

test.each(cases)(
  "in the middle of the steps, $expression gives what the shared file says",
  ({ expression, ok, type }) => {
    const { seen, after } = middleOf(expression);
    expect(seen?.gone ?? false).toBe(!ok);
    expect(after?.gone ?? false).toBe(!ok);
    if (ok) expect(seen?.type).toBe(type);
  },
);
