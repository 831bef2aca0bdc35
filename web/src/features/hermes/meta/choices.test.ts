import { describe, expect, it } from "vitest";
import type { HermesUpload } from "@/api/hermes";
import type { MetaAnalysis } from "@/api/meta";
import { draftKey, readDraft, writeDraft } from "@/lib/draft";
import { defaultOptions, draftOf, emptyDraft, metaDraft, sentOptions, suggestedName } from "./draft";
import { doubtsOf, noRegression, phenotypesOf, remedyOf } from "./warnings";

const upload = (part: Partial<HermesUpload>): HermesUpload =>
  ({
    id: "u",
    phenotype: "HF",
    ancestry: "EU",
    sex: "both",
    cohort: "North",
    genome_build: "hg19",
    ...part,
  }) as HermesUpload;

const north = upload({ id: "u1" });
const south = upload({ id: "u2", cohort: "South" });

describe("doubtsOf", () => {
  const codes = (chosen: HermesUpload[], options = defaultOptions) =>
    doubtsOf(chosen, options).map((doubt) => [doubt.code, doubt.blocks]);

  it.each<[string, HermesUpload[], [string, boolean][]]>([
    ["nothing chosen", [], [["few", true]]],
    ["one", [north], [["few", true]]],
    ["two alike", [north, south], []],
    ["two ancestries", [north, upload({ ...south, ancestry: "AF" })], [["ancestry", true]]],
    ["two sexes", [north, upload({ ...south, sex: "female" })], [["sex", true]]],
    ["two builds, one of them lifted over", [north, upload({ ...south, genome_build: "grch38" })], []],
    ["one cohort twice", [north, south, upload({ id: "u3" })], [["cohort", false]]],
  ])("%s", (_, chosen, expected) => {
    expect(codes(chosen)).toEqual(expected);
  });

  it("lets different ancestries pass when that is meant, and still says so", () => {
    const chosen = [north, upload({ ...south, ancestry: "AF" })];
    expect(codes(chosen, { ...defaultOptions, multi_ancestry: true })).toEqual([["ancestry", false]]);
  });

  it("names data sets of other variants until that is meant", () => {
    const sentence = "South shares 1.2 % of its variants with the others.";
    const apart = [{ datasets: ["u2"], share: 0.012, exact: false, sentence }];
    const of = (options: typeof defaultOptions) => doubtsOf([north, south], options, undefined, apart);
    expect(of(defaultOptions)).toMatchObject([
      { code: "shared", message: expect.stringContaining(sentence), blocks: true },
    ]);
    expect(of({ ...defaultOptions, few_shared: true })).toMatchObject([{ code: "shared", blocks: false }]);
    expect(doubtsOf([north, south], defaultOptions, undefined, [])).toEqual([]);
  });

  it("says what to do", () => {
    const [doubt] = doubtsOf([north, upload({ ...south, ancestry: "AF" })], defaultOptions, (_, value) => `<${value}>`);
    expect(doubt?.message).toContain("<AF>, <EU>");
    expect(doubt && remedyOf(doubt)).toBe("Tick “Combine over ancestries”, or choose data sets that are alike.");
  });
});

describe("phenotypesOf", () => {
  it("counts data sets and cohorts, most first", () => {
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
  [["EU", "AF", "EU"], "It needs four data sets or more; 3 are chosen."],
  [["EU"], "It needs four data sets or more; 1 is chosen."],
  [["EU", "EU", "EU", "EU"], "It is for several ancestries; all chosen are of one."],
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
