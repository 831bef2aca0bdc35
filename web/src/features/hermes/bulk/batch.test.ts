import { describe, expect, test } from "vitest";
import type { Schemas } from "@/api/client";
import type { CheckedMetadata } from "@/api/hermes/hermes";
import { ApiError } from "@/lib/api-error";
import { type BatchFile, inspected, newFile, questionsOf, stateOf, templateOf, twinsOf, withSheet } from "./batch";

const total = (value: number) => ({ value, source: "stated" as const, varies: false, reason: "The header says so." });

const inspection = (header: string[], totals: Schemas["StudyTotals"] = {}): Schemas["Inspection"] => ({
  format: "unknown",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "grch38", known: 14, at_37: 0, at_38: 14 },
  columns: [{ field: "effect_allele", column: "A1", confidence: "ask" }],
  unmapped: [],
  questions: [
    {
      fields: ["effect_allele"],
      question: "Which allele do the effects belong to?",
      evidence: [],
      options: [{ label: "A1", columns: { effect_allele: "A1" } }],
    },
  ],
  rows_looked_at: 1000,
  findings: [],
  header,
  sample_rows: [["A"]],
  totals,
});

const file = (name: string, change: Partial<BatchFile> = {}): BatchFile => ({
  ...newFile({ name, size: 10 }),
  ...change,
});

describe("what a file says of itself", () => {
  test("is filled in where nothing is said, and its rows are not kept", () => {
    const known = file("a", { own: { cases: "7" } });
    const read = inspected(known, inspection(["A1"], { n: total(30), n_cases: total(10), n_controls: total(20) }));
    expect(read.own).toEqual({ cases: "7", totalSampleSize: "30", genomeBuild: "grch38" });
    expect(read.inspection?.sample_rows).toEqual([]);
    expect(questionsOf(read, [])).toBe(1);
  });

  test("answers stay when the same columns are read again", () => {
    const read = inspected(file("a"), inspection(["A1", "P"]));
    const answered = { ...read, columns: { ...read.columns, decided: ["effect_allele"] } };
    expect(inspected(answered, inspection(["P", "A1"])).columns.decided).toEqual(["effect_allele"]);
    expect(inspected(answered, inspection(["A1", "B"])).columns.decided).toEqual([]);
  });
});

test("files with the same columns in any order are offered what was answered for one", () => {
  const answered = file("a", {
    inspection: inspection(["A1", "P"]),
    columns: { mapping: { x: "A1" }, decided: ["x"] },
  });
  const other = file("b", { inspection: inspection(["P", "A1"]) });
  const same = { ...other, name: "c", columns: answered.columns };
  const made = { ...other, name: "d", made: { id: "1", name: "D" } };
  const another = file("e", { inspection: inspection(["P", "A2"]) });
  expect(twinsOf(answered, [answered, other, same, made, another, file("f")]).map(({ name }) => name)).toEqual(["b"]);
});

describe("a sheet", () => {
  const said: CheckedMetadata = {
    files: [
      { name: "a", line: 2, values: { sex: "Male only", cohort: "UKB", maf: "0,1" }, problems: [] },
      { name: "b", values: {}, problems: [] },
    ],
    lines: [],
    columns: [],
  };

  test("is put where it belongs: what it says of all alike is not told twice, what is wrong is kept", () => {
    const own = { dataSetName: "A", sex: "Female only" };
    const [a, b] = withSheet([file("a", { own }), file("b", { own })], { cohort: "UKB" }, said);
    expect(a).toMatchObject({ line: 2, own: { dataSetName: "A", sex: "Male only", maf: "0,1" } });
    expect(a?.own).not.toHaveProperty("cohort");
    expect(b).toEqual(file("b", { own }));
  });

  test("to fill in has a line for each file that is not submitted, with what is known", () => {
    const text = templateOf([file("a", { own: { cases: "5" } }), file("b", { made: { id: "1", name: "B" } })], {
      cohort: "=UKB",
    });
    const [header = "", first = "", ...rest] = text.trimEnd().split("\r\n");
    const cells = Object.fromEntries(header.split(",").map((key, at) => [key, first.split(",")[at]]));
    expect(rest).toEqual([]);
    expect(header.startsWith("file,dataSetName,cohort,")).toBe(true);
    expect(cells).toMatchObject({ file: "a", cohort: "'=UKB", cases: "5", sex: "" });
  });
});

describe("what a file waits for", () => {
  const read = { ...inspected(file("a"), inspection(["A1"])), columns: { mapping: {}, decided: [] } };
  const ready = { file: read, seen: {}, phase: "stored", problems: [], docs: [] as Schemas["FieldDoc"][] } as const;
  const problem = { column: "sex", value: "", message: "Needed." };
  test.each([
    ["ready", {}],
    ["sending", { phase: "queued" }],
    ["sending", { problems: undefined }],
    ["sending", { phase: undefined, seen: { reading: true } }],
    ["again", { phase: undefined }],
    ["stopped", { phase: "paused" }],
    ["attention", { problems: [problem] }],
    ["refused", { seen: { refused: new ApiError(409, "Taken.", "name_taken") } }],
    ["unreadable", { seen: { unread: "Broken." } }],
    ["done", { file: { ...read, made: { id: "1", name: "A" } }, phase: undefined }],
  ] as const)("%s", (state, change) => expect(stateOf({ ...ready, ...change })).toBe(state));
});
