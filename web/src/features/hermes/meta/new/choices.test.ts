import { describe, expect, it } from "vitest";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetaAnalysis, MetaCaution } from "@/api/hermes/meta";
import { draftKey, readDraft, writeDraft } from "@/lib/browser/draft";
import { defaultOptions, draftOf, emptyDraft, metaDraft, sentOptions, suggestedName } from "./draft";
import { doubtsOf, noRegression, phenotypesOf, remedyOf, unfitOf } from "./warnings";

const upload = (part: Partial<HermesUploadRow>): HermesUploadRow =>
  ({
    id: "u",
    phenotype: "HF",
    ancestry: "EU",
    sex: "both",
    cohort: "North",
    genome_build: "hg19",
    ...part,
  }) as HermesUploadRow;

const north = upload({ id: "u1" });
const south = upload({ id: "u2", cohort: "South" });

const caution = (code: MetaCaution["code"], ...pairs: string[][]): MetaCaution => ({
  code,
  title: `${code}.`,
  findings: pairs.map((datasets) => ({ datasets, sentence: datasets.join(" and ") })),
  advice: "Look again.",
});

describe("doubtsOf", () => {
  const { options } = emptyDraft;
  const codes = (cautions: MetaCaution[], part: Partial<typeof options> = {}) =>
    doubtsOf([north, south], { ...options, ...part }, cautions).map((doubt) => [doubt.code, doubt.blocks]);

  it("asks for a second submission before anything else", () => {
    expect(doubtsOf([north], options, [caution("cohort", ["u1"])])).toMatchObject([{ code: "few", blocks: true }]);
  });

  it.each<[MetaCaution["code"], Partial<typeof options>]>([
    ["ancestry", { multi_ancestry: true }],
    ["sex", { mixed_sex: true }],
    ["cohort", { same_cohort: true }],
    ["shared_people", { shared_people: true }],
    ["few_shared", { few_shared: true }],
    ["inflation", { inflated: true }],
    ["se_n", { doubtful_size: true }],
    ["scale", { scheme: "samplesize" }],
  ])("%s blocks until it is confirmed by name, and is still said", (code, yes) => {
    const cautions = [caution(code, ["u1"])];
    expect(codes(cautions)).toEqual([[code, true]]);
    expect(codes(cautions, yes)).toEqual([[code, false]]);
    const [doubt] = doubtsOf([north, south], options, cautions);
    expect(doubt?.confirm?.set(true)).toEqual(yes);
    expect(remedyOf(doubt ? [doubt] : [])).toBe(`Tick “${doubt?.confirm?.label}”, or choose other submissions.`);
  });

  it("asks for all that is not confirmed at once", () => {
    const doubts = doubtsOf([north, south], { ...options, mixed_sex: true }, [
      caution("ancestry", ["u1"]),
      caution("sex", ["u1"]),
      caution("cohort", ["u1"]),
    ]);
    expect(remedyOf(doubts)).toBe(
      "Tick “Combine across ancestries” and “Combine although a cohort occurs more than once”, or choose other submissions.",
    );
    expect(remedyOf([])).toBeUndefined();
    expect(remedyOf(doubtsOf([], options, []))).toBe("Choose at least two submissions. A meta-analysis combines them.");
  });

  it("leaves out what is said of submissions that are no longer chosen", () => {
    expect(codes([caution("shared_people", ["u1", "gone"]), caution("sex", ["u1"], ["gone"])])).toEqual([
      ["sex", true],
    ]);
  });

  it("is content with an overlap that is stated, where the scheme takes account of it", () => {
    const overlaps = [{ a: "u2", b: "u1", correlation: 0.2 }];
    const cautions = [caution("shared_people", ["u1", "u2"])];
    expect(codes(cautions, { overlaps, scheme: "samplesize" })).toEqual([]);
    expect(codes(cautions, { overlaps })).toEqual([["shared_people", true]]);
    expect(codes(cautions, { scheme: "samplesize" })).toEqual([["shared_people", true]]);
  });

  it("leaves no scheme that averages effects on different scales", () => {
    const mixed = doubtsOf([north, south], options, [caution("scale", ["u1"], ["u2"])]);
    expect(Object.keys(unfitOf([north, south], mixed))).toEqual(["ivw", "random", "metaregression"]);
    expect(unfitOf([north, south], []).ivw).toBeUndefined();
  });
});

describe("phenotypesOf", () => {
  it("counts submissions and cohorts, most first", () => {
    const accepted = [upload({ phenotype: "NICM" }), north, south, upload({ id: "u3" })];
    expect(phenotypesOf(accepted)).toEqual([
      { name: "HF", datasets: 3, cohorts: 2 },
      { name: "NICM", datasets: 1, cohorts: 1 },
    ]);
  });
});

describe("draft", () => {
  const mine = { account: "u1", object: "new" };

  it("comes back as it was left, to who left it", () => {
    const content = { ...emptyDraft, name: "HF", datasets: ["u1"], options: { ...emptyDraft.options, maf: 0.05 } };
    writeDraft(metaDraft, mine, { content, savedAt: 1 });
    expect(readDraft(metaDraft, mine)?.content).toEqual(content);
    expect(readDraft(metaDraft, { ...mine, account: "u2" })).toBeUndefined();
  });

  it("starts anew when what is stored has another shape", () => {
    localStorage.setItem(draftKey(metaDraft, mine), '{"content": {"name": 3}, "savedAt": 1}');
    expect(readDraft(metaDraft, mine)).toBeUndefined();
  });

  it("takes the choices of an earlier run", () => {
    const meta = {
      name: "HF all",
      phenotype: "HF",
      inputs: [{ upload_id: "u1" }, { upload_id: "u2" }],
      options: { ...defaultOptions, scheme: "random" },
    } as MetaAnalysis;
    expect(draftOf(meta)).toMatchObject({
      name: "HF all (again)",
      datasets: ["u1", "u2"],
      options: { scheme: "random" },
    });
  });

  it("suggests a name", () => {
    expect(
      suggestedName("Heart failure", [north, south], "2026-11", (code) => (code === "EU" ? "European" : code)),
    ).toBe("Heart failure, European, 2026-11");
    expect(suggestedName("HF", [north, upload({ ancestry: "AF" })], "2026-11", String)).toBe(
      "HF, all ancestries, 2026-11",
    );
  });
});

it.each<[string[], string | undefined]>([
  [["EU", "AF", "EU"], "It needs four submissions or more; 3 are chosen."],
  [["EU"], "It needs four submissions or more; 1 is chosen."],
  [["EU", "EU", "EU", "EU"], "It requires several ancestries. All chosen submissions have the same one."],
  [["EU", "EU", "EU", "AF"], undefined],
])("meta-regression on %j", (ancestries, why) => {
  expect(noRegression(ancestries.map((ancestry) => ({ ancestry })))).toBe(why);
});

it("axes are sent with a meta-regression alone", () => {
  const options = { ...emptyDraft.options, axes: 1 };
  expect(sentOptions({ ...options, scheme: "metaregression" }, [])).toMatchObject({
    scheme: "metaregression",
    axes: 1,
  });
  expect(sentOptions(options, [])).not.toHaveProperty("axes");
});
