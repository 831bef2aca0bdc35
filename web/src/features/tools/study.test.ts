import { expect, test } from "vitest";
import { answeredColumns, hindrance, inputOf, stepsFor } from "./steps";
import { statedFaults, statedInput, statedOf, statedOptions } from "./study";

const stated = { trait: " Body mass index ", ancestry: "European", sex: "combined", n: "361,194", cases: "100 000" };

test("what is typed becomes a call and a command", () => {
  expect(statedInput(stated)).toEqual({
    study: { trait: "Body mass index", ancestry: "European", sex: "combined" },
    answers: { n: 361194, n_cases: 100000 },
  });
  expect(statedOptions(stated)).toBe(
    " --trait 'Body mass index' --ancestry European --sex combined --n 361194 --cases 100000",
  );
  expect(stepsFor({ name: "x.tsv", stated }).find(({ id }) => id === "convert")?.command).toBe(
    "cohortium sumstats convert x.tsv --to gwas-ssf --trait 'Body mass index' --ancestry European --sex combined --n 361194 --cases 100000 -o x.gwas-ssf.tsv.gz",
  );
});

test("a run gives back what was stated for it", () => {
  const input = statedInput(stated);
  expect(statedOf({ study: input.study ?? {}, answers: input.answers ?? {} })).toMatchObject({
    trait: "Body mass index",
    n: "361194",
    cases: "100000",
    controls: undefined,
  });
});

test.each(["1", "361194", "361,194", "10 000", "", " "])("%j is a number of people, or none", (n) => {
  expect(statedFaults({ n })).toEqual({});
});

test.each(["0", "-5", "1.5", "1e6", "many", "99999999999999999999"])("%j is no number of people", (n) => {
  expect(Object.keys(statedFaults({ n }))).toEqual(["n"]);
  expect(statedInput({ n }).answers).toEqual({});
});

test("a number that cannot be read hinders a conversion alone", () => {
  const inspection = { columns: [], questions: [], build: { guess: "hg19" } } as never;
  const subject = { name: "x", inspection, columns: answeredColumns(inspection, {}), stated: { n: "many" } };
  expect(hindrance("convert", subject)).toMatch(/sample sizes/);
  expect(hindrance("look", subject)).toBeUndefined();
  expect(inputOf("look", subject).answers).toEqual({ genome_build: "GRCh37" });
});
