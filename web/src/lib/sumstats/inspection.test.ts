import { describe, expect, it } from "vitest";
import type { Inspection } from "./contract";
import { blocking, buildDoubt, buildWords, formatWords, recognisedWords, softwareWords } from "./inspection";

const inspected = (guess: string, known = 14, at_37 = 0, at_38 = 14): Inspection => ({
  format: "unknown",
  compression: "",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess, known, at_37, at_38 },
  columns: [],
  questions: [],
  totals: {},
  unmapped: [],
  findings: [],
  header: [],
  sample_rows: [],
  rows_looked_at: 0,
});

describe("buildWords", () => {
  it.each([
    ["grch38", 14, 0, 14, "GRCh38 (hg38) (14 of 14 known variants agree)"],
    ["hg19", 2337, 2330, 7, "GRCh37 (hg19) (2,330 of 2,337 known variants agree)"],
    ["grch38", 1, 0, 1, "GRCh38 (hg38) (1 of 1 known variant agrees)"],
    ["grch38", 0, 0, 0, "GRCh38 (hg38)"],
  ])("%s, %i known", (guess, known, at_37, at_38, words) => {
    expect(buildWords(inspected(guess, known, at_37, at_38))).toBe(words);
  });
});

it("blocks for what no choice of columns settles", () => {
  const found = (code: string, severity: Inspection["findings"][number]["severity"]) => ({
    code,
    severity,
    message: code,
  });
  const findings = [
    found("missing_field", "block"),
    found("no_header", "block"),
    found("builds_mixed", "block"),
    found("question", "warn"),
  ];
  expect(blocking({ ...inspected(""), findings })).toEqual([findings[2]]);
});

it("names the software once, whether or not a name stands beside it", () => {
  const known = { ...inspected(""), format: "finngen", format_label: "FinnGen" };
  expect([formatWords(known), softwareWords(known)]).toEqual(Array(2).fill("looks like FinnGen output"));
  expect([formatWords(inspected("")), softwareWords(inspected(""))]).toEqual([
    "software not recognised",
    "not recognised",
  ]);
});

it("counts a column once, whatever it means", () => {
  const column = (field: string, name: string) => ({ field, column: name, confidence: "certain" as const, reason: "" });
  const columns = [column("effect_allele", "A1"), column("frequency_allele", "A1"), column("other_allele", "A2")];
  expect(recognisedWords({ ...inspected(""), columns, header: ["A1", "A2", "x"] })).toBe("2 of 3 columns");
});

describe("buildDoubt", () => {
  it("says so when the positions speak against what was entered", () => {
    expect(buildDoubt(inspected("GRCh38"), "hg19")).toMatch(
      /^The positions of the file are those of GRCh38 \(hg38\) \(14 of 14 known variants agree\), not of GRCh37/,
    );
  });

  it("says so when they fit neither build", () => {
    expect(buildDoubt(inspected("", 51, 0, 1), "grch38")).toMatch(
      /^Only 1 of 51 known variants is where GRCh38 \(hg38\) has them\..*Lift the positions over first\.$/,
    );
  });

  it.each([
    ["the same build", inspected("GRCh38"), "grch38"],
    ["nothing entered yet", inspected("GRCh38"), ""],
    ["not known", inspected("GRCh38"), "n/a"],
    ["too few known variants", inspected("", 4, 0, 0), "hg19"],
    ["positions that do not tell", inspected("", 5, 4, 4), "hg19"],
  ])("is silent: %s", (_, inspection, entered) => {
    expect(buildDoubt(inspection, entered)).toBeUndefined();
  });

  it("speaks below three fifths only", () => {
    expect(buildDoubt(inspected("", 5, 3, 0), "hg19")).toMatch(/^Only 3 of 5/);
    expect(buildDoubt(inspected("", 100, 61, 0), "hg19")).toBeUndefined();
    expect(buildDoubt(inspected("", 100, 60, 0), "hg19")).toMatch(/^Only 60 of 100/);
  });
});
