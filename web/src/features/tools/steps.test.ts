import { expect, test } from "vitest";
import type { Inspection } from "@/lib/sumstats/contract";
import { answeredColumns, answersOf, anyFile, hindrance, type Subject, stepsFor } from "./steps";

const known = { build: { guess: "hg19", known: 0, at_37: 0, at_38: 0 }, columns: [] as unknown } as Inspection;
const columns = {
  mapping: { chromosome: "#chrom", base_pair_location: "pos", rsid: "rsids", effect_allele: "alt" },
  decided: ["effect_allele"],
};
const commandsOf = (subject: Subject) => Object.fromEntries(stepsFor(subject).map(({ id, command }) => [id, command]));

test("a command of each step, with what was recognised and decided", () => {
  expect(commandsOf({ name: "my study.tsv.gz", inspection: known, columns })).toEqual({
    recognise: "cohortium sumstats inspect 'my study.tsv.gz'",
    check: "cohortium sumstats check 'my study.tsv.gz' --build GRCh37 --map effect_allele=alt",
    convert:
      "cohortium sumstats convert 'my study.tsv.gz' --to gwas-ssf --build GRCh37 --map effect_allele=alt -o 'my study.gwas-ssf.tsv.gz'",
    look: "cohortium sumstats qc 'my study.tsv.gz' --build GRCh37 --map effect_allele=alt -o 'my study-qc'",
    lift: "cohortium sumstats liftover 'my study.tsv.gz' --to GRCh38 --map effect_allele=alt -o 'my study.lifted.tsv.gz'",
    index: "cohortium index build 'my study.tsv.gz' --schema '#chrom:pos' --build GRCh37 -o 'my study'",
  });
});

test("what is not known is left to be filled in", () => {
  const commands = commandsOf(anyFile);
  expect(commands.look).toBe("cohortium sumstats qc study.tsv.gz --build BUILD -o study-qc");
  expect(commands.index).toBe("cohortium index build study.tsv.gz -o study");
  expect(stepsFor(anyFile).find(({ id }) => id === "look")?.note).toMatch(/Replace BUILD/);
});

const asked = {
  build: { guess: "", known: 0, at_37: 0, at_38: 0 },
  columns: [
    { field: "effect_allele", column: "A1" },
    { field: "other_allele", column: "A2" },
    { field: "effect_allele_frequency", column: "af" },
  ],
  questions: [{ fields: ["effect_allele"], question: "Which?", evidence: [], options: [] }],
} as unknown as Inspection;
const open: Subject = { name: "x.tsv", inspection: asked, columns: answeredColumns(asked, {}) };

test("what a call says of a file: the answers alone, and a column that is left out", () => {
  expect(answersOf(open)).toEqual({});
  const answered = answeredColumns(asked, { mapping: { effect_allele: "A2", effect_allele_frequency: "" } });
  expect(answered.mapping).toEqual({ effect_allele: "A2", other_allele: "A2" });
  const subject: Subject = { ...open, columns: answered, build: "hg19" };
  expect(answersOf(subject)).toEqual({
    mapping: { effect_allele: "A2", effect_allele_frequency: "" },
    genome_build: "GRCh37",
  });
  expect(commandsOf(subject).check).toBe(
    "cohortium sumstats check x.tsv --build GRCh37 --map effect_allele=A2 --map effect_allele_frequency=",
  );
});

test("a column that is taken away stays away, and one that is chosen is said", () => {
  const { af, ...left } = { af: "effect_allele_frequency", effect_allele: "A1", other_allele: "A2", p_value: "x" };
  expect(answersOf({ ...open, columns: { mapping: left, decided: ["p_value"] } })).toEqual({
    mapping: { p_value: "x", [af]: "" },
  });
});

test.each([
  ["check", open, undefined],
  ["convert", open, "Answer the question about the columns first."],
  ["convert", { ...open, columns: answeredColumns(asked, { mapping: { effect_allele: "A1" } }) }, undefined],
  [
    "look",
    { ...open, columns: answeredColumns(asked, { mapping: { effect_allele: "A1" } }) },
    "Choose the genome build first.",
  ],
  [
    "look",
    { ...open, columns: answeredColumns(asked, { mapping: { effect_allele: "A1" } }), build: "grch38" },
    undefined,
  ],
] as const)("%s is hindered by what is open alone", (task, subject, want) => {
  expect(hindrance(task, subject as Subject)).toBe(want);
});
