import { describe, expect, test } from "vitest";
import type { ColumnQuestion, FieldDoc, Inspection } from "./contract";
import {
  answerOf,
  answerQuestion,
  askAgain,
  chooseColumn,
  earlierMapping,
  initialMapping,
  mappingRows,
  missingFields,
  openQuestions,
  standsInFor,
  unusedColumns,
} from "./mapping";

const alleles: ColumnQuestion = {
  fields: ["effect_allele", "other_allele"],
  question: "Which allele do the effects belong to?",
  evidence: ["A1 and A2 do not say it."],
  options: [
    { label: "A1", columns: { effect_allele: "A1", other_allele: "A2" }, likely: true },
    { label: "A2", columns: { effect_allele: "A2", other_allele: "A1" } },
  ],
};
const [a1, a2] = alleles.options as [ColumnQuestion["options"][0], ColumnQuestion["options"][0]];

const inspection: Inspection = {
  format: "unknown",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "GRCh37", known: 0, at_37: 0, at_38: 0 },
  questions: [alleles],
  totals: {},
  rows_looked_at: 0,
  columns: [
    { field: "chromosome", column: "CHR", confidence: "certain", examples: ["1"] },
    { field: "effect_allele", column: "A1", confidence: "ask", question: "Is A1 the effect allele?" },
    { field: "other_allele", column: "A2", confidence: "ask" },
  ],
  unmapped: [{ column: "NOTE", reason: "not a field" }],
  findings: [],
  header: ["CHR", "A1", "A2", "NOTE"],
  sample_rows: [
    ["1", "A", "G", "x"],
    ["2", "C", "T", "y"],
  ],
};

const doc = (field: string, needed = false, instead: string[][] = []): FieldDoc => ({
  field,
  label: field,
  description: "",
  needed,
  instead,
  headers: [],
});
const docs = [doc("chromosome", true), doc("info"), doc("effect_allele", true), doc("other_allele", true)];

describe("questions", () => {
  const asked = (state: ReturnType<typeof initialMapping>) =>
    openQuestions(state, inspection).map(({ question }) => question);

  test("one answer settles both alleles, either way, and can be taken back", () => {
    const start = initialMapping(inspection);
    expect(asked(start)).toEqual([alleles.question]);
    const first = answerQuestion(start, alleles, a1);
    expect(asked(first)).toEqual([]);
    expect(first.mapping).toEqual({ chromosome: "CHR", effect_allele: "A1", other_allele: "A2" });
    expect(answerOf(first, alleles)).toBe(a1);
    const second = answerQuestion(start, alleles, a2);
    expect(second.mapping).toEqual({ chromosome: "CHR", effect_allele: "A2", other_allele: "A1" });
    expect(answerOf(second, alleles)).toBe(a2);
    expect(askAgain(second, alleles, inspection)).toEqual(start);
  });

  test("a frequency may belong to either allele, to the rarer one, or be left out", () => {
    const frequency: ColumnQuestion = {
      fields: ["effect_allele_frequency"],
      question: "Whose frequency is FRQ?",
      evidence: [],
      options: [
        { label: "The effect allele", columns: { effect_allele_frequency: "FRQ" } },
        { label: "The rarer allele", columns: { maf: "FRQ", effect_allele_frequency: "" } },
        { label: "Continue without file", columns: { effect_allele_frequency: "" } },
      ],
    };
    const eaf = { field: "effect_allele_frequency", column: "FRQ", confidence: "ask" as const };
    const file = { ...inspection, columns: [eaf], questions: [frequency] };
    const start = initialMapping(file);
    const [own, rarer, none] = frequency.options as [typeof a1, typeof a1, typeof a1];
    for (const [option, mapping] of [
      [own, { effect_allele_frequency: "FRQ" }],
      [rarer, { maf: "FRQ" }],
      [none, {}],
    ] as const) {
      const answered = answerQuestion(start, frequency, option);
      expect(answered.mapping).toEqual(mapping);
      expect(openQuestions(answered, file)).toEqual([]);
      expect(answerOf(answered, frequency)).toBe(option);
      expect(askAgain(answered, frequency, file)).toEqual(start);
    }
  });

  test("choosing a column by hand answers its question", () => {
    const start = initialMapping(inspection);
    expect(asked(chooseColumn(start, "effect_allele", "A2"))).toEqual([]);
    expect(asked(chooseColumn(start, "chromosome", "NOTE"))).toEqual([alleles.question]);
  });

  test("naming one allele settles both, as on the command line", () => {
    const want = { chromosome: "CHR", effect_allele: "A2", other_allele: "A1" };
    for (const [field, column] of [
      ["effect_allele", "A2"],
      ["other_allele", "A1"],
    ] as const) {
      const swapped = chooseColumn(initialMapping(inspection), field, column);
      expect(swapped.mapping).toEqual(want);
      expect(openQuestions(swapped, inspection)).toEqual([]);
    }
  });

  test("the allele that a frequency belongs to keeps its own field", () => {
    const state = chooseColumn(initialMapping(inspection), "frequency_allele", "A1");
    expect(state.mapping).toMatchObject({ effect_allele: "A1", frequency_allele: "A1" });
    expect(chooseColumn(state, "effect_allele", "A2").mapping).toMatchObject({
      effect_allele: "A2",
      other_allele: "A1",
      frequency_allele: "A1",
    });
  });

  test("which of several analyses is one question, and all columns come from the one chosen", () => {
    const question = "Which analysis?";
    const ofSet = (field: string, column: string) => ({
      field,
      column,
      confidence: "ask" as const,
      question,
      set: "eur",
    });
    const several: Inspection = {
      ...inspection,
      columns: [ofSet("beta", "beta_eur"), ofSet("standard_error", "se_eur"), ofSet("n", "n_eur")],
      questions: [
        {
          fields: ["beta", "standard_error", "n"],
          question,
          evidence: [],
          options: [
            { label: "eur", columns: { beta: "beta_eur", standard_error: "se_eur", n: "n_eur" } },
            { label: "afr", columns: { beta: "beta_afr", standard_error: "se_afr", n: "" } },
          ],
        },
      ],
      sets: [
        { name: "eur", columns: { beta: "beta_eur", standard_error: "se_eur", n: "n_eur" } },
        { name: "afr", columns: { beta: "beta_afr", standard_error: "se_afr" } },
      ],
    };
    const start = initialMapping(several);
    expect(openQuestions(start, several).map((asked) => asked.question)).toEqual([question]);
    for (const [field, column] of [
      ["beta", "beta_afr"],
      ["standard_error", "se_afr"],
    ] as const) {
      const chosen = chooseColumn(start, field, column, several.sets);
      expect(chosen.mapping).toEqual({ beta: "beta_afr", standard_error: "se_afr" });
      expect(openQuestions(chosen, several)).toEqual([]);
    }
  });

  test("a column that was taken away is no question", () => {
    const taken = chooseColumn(answerQuestion(initialMapping(inspection), alleles, a1), "effect_allele", undefined);
    expect(taken.decided).toEqual(["other_allele"]);
    expect(taken.mapping.effect_allele).toBeUndefined();
    expect(asked(taken)).toEqual([]);
  });
});

describe("mapping", () => {
  test("an earlier mapping keeps what the file has", () => {
    expect(earlierMapping({ chromosome: "CHR", beta: "BETA" }, inspection)).toEqual({
      mapping: { chromosome: "CHR" },
      decided: ["chromosome"],
    });
  });

  test("rows: mapped and needed first, examples of any chosen column", () => {
    const state = chooseColumn(initialMapping(inspection), "effect_allele", "NOTE");
    const { first, rest } = mappingRows(state, inspection, docs);
    expect(first.map((row) => row.field)).toEqual(["chromosome", "effect_allele", "other_allele"]);
    expect(rest.map((row) => row.field)).toEqual(["info"]);
    expect(first[1]).toMatchObject({ column: "NOTE", examples: ["x", "y"], inspected: undefined });
  });

  test("columns that nothing is read from say why", () => {
    const state = chooseColumn(initialMapping(inspection), "effect_allele", "NOTE");
    expect(unusedColumns(state, inspection)).toEqual([
      { column: "A1", reason: "you chose another column", examples: undefined },
    ]);
  });
});

describe("missingFields", () => {
  const all = [
    doc("chromosome", true, [["chr_pos"]]),
    doc("base_pair_location", true, [["chr_pos"]]),
    doc("chr_pos"),
    doc("beta", true, [["odds_ratio"], ["z"]]),
    doc("odds_ratio"),
    doc("z"),
    doc("p_value", true, [["z"], ["standard_error"], ["ci_lower", "ci_upper"]]),
    doc("standard_error"),
    doc("ci_lower"),
    doc("ci_upper"),
    doc("info"),
  ];
  const missing = (...fields: string[]) =>
    missingFields({ mapping: Object.fromEntries(fields.map((field) => [field, field])), decided: [] }, all).map(
      (d) => d.field,
    );

  test.each([
    ["nothing mapped", [], ["chromosome", "base_pair_location", "beta", "p_value"]],
    ["all by name", ["chromosome", "base_pair_location", "beta", "p_value"], []],
    ["place in one column", ["chr_pos", "beta", "standard_error"], []],
    ["Z alone is effect and strength", ["chromosome", "base_pair_location", "z"], []],
    ["half a confidence interval", ["chr_pos", "beta", "ci_lower"], ["p_value"]],
    ["a confidence interval", ["chr_pos", "beta", "ci_lower", "ci_upper"], []],
    ["no position", ["chromosome", "beta", "p_value"], ["base_pair_location"]],
  ])("%s", (_name, mapped, want) => expect(missing(...mapped)).toEqual(want));

  test("a field that can stand in for others names them", () => {
    expect(standsInFor("z", all)).toEqual(["beta", "p_value"]);
    expect(standsInFor("ci_lower", all)).toEqual(["p_value"]);
    expect(standsInFor("info", all)).toEqual([]);
  });
});
