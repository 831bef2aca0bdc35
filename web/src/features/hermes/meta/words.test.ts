import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { MetaAnalysis, MetaOptions } from "@/api/hermes/meta";
import { emptyDraft } from "./new/draft";
import { confirmations, optionFacts, reasonWords, stateSentence, statusWord } from "./words";

it("has words for every reason of a meta-analysis", () => {
  const source = readFileSync("../internal/gwas/meta/study.go", "utf8");
  const list = /reasonNames = \[accepted\]string\{([^}]*)\}/.exec(source)?.[1] ?? "";
  const names = [...list.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? "");
  expect(names.length).toBeGreaterThan(10);
  const own = names.filter((name) => reasonWords(name) === name.replaceAll("_", " "));
  expect(own).toEqual(["duplicate"]);
});

// What the service calls a status and what the page knows are one list.
it("has a word and a sentence for every status of the service", () => {
  const source = readFileSync("../internal/area/hermes/hermes.go", "utf8");
  const statuses = [...source.matchAll(/MetaStatus = "(\w+)"/g)].map((match) => match[1] as MetaAnalysis["status"]);
  expect(statuses).toHaveLength(5);
  const words = statuses.map((status) => {
    const meta = {
      status,
      inputs: [],
      options: emptyDraft.options,
      created_by: "ada",
      created_at: "2026-01-02T10:00:00Z",
    };
    const one = meta as Partial<MetaAnalysis> as MetaAnalysis;
    expect(stateSentence(one, Date.parse("2026-01-02T10:01:00Z"))).toMatch(/started by ada on .+, |reproducible/);
    return statusWord(one).word;
  });
  expect(new Set(words).size).toBe(5);
});

it("keeps the names of people in the line of a run", () => {
  const one = { status: "FAILED", inputs: [], options: { ...emptyDraft.options, scheme: "random" }, created_by: "ada" };
  const meta = { ...one, created_at: "2026-01-02T10:00:00Z" } as Partial<MetaAnalysis> as MetaAnalysis;
  expect(stateSentence(meta, 0)).toContain("0 submissions · random effects (DerSimonian–Laird) · started by ada");
});

it.each<[Partial<MetaOptions>, string]>([
  [{}, "Random effects (DerSimonian–Laird)"],
  [{ tau2: "reml" }, "Random effects (REML)"],
  [{ ci: "hk" }, "Random effects (DerSimonian–Laird, Hartung–Knapp)"],
  [{ tau2: "reml", ci: "hk" }, "Random effects (REML, Hartung–Knapp)"],
])("names the model of random effects of %j", (change, words) => {
  expect(optionFacts({ ...emptyDraft.options, scheme: "random", ...change })[0]).toEqual(["Scheme", words]);
});

it("counts the codings of chromosome X", () => {
  const x_coding = { a: "0/2", b: "0/1", c: "0/2" } as const;
  expect(optionFacts({ ...emptyDraft.options, x_coding })).toContainEqual([
    "Males on chromosome X",
    "0/1 in 1 submission, 0/2 in 2 submissions",
  ]);
});

it.each<[Partial<MetaOptions>]>([
  [{ scheme: "random" }],
  [{ x_coding: { a: "0/1" } }],
  [{ scheme: "metaregression", axes: 3 }],
  [{ genomic_control: false }],
  [{ output_genomic_control: true }],
  [{ min_studies: 3 }],
  [{ maf: 0 }],
  [{ info: 0.3 }],
  [{ palindromic: "drop" }],
  [{ overlaps: [{ a: "a", b: "b", correlation: 0.1, found: true }] }],
  ...confirmations.map((one): [Partial<MetaOptions>] => [{ [one]: true }]),
])("tells of %j on the page of a run", (change) => {
  expect(optionFacts({ ...emptyDraft.options, ...change })).not.toEqual(optionFacts(emptyDraft.options));
});
