import { describe, expect, it } from "vitest";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { defaultOptions, emptyDraft } from "./draft";
import { sameRun } from "./sameRun";

const upload = (id: string, run = `run of ${id}`) => ({ id, phenotype: "HF", run: { id: run } }) as HermesUploadRow;
const chosen = [upload("a"), upload("b")];
const { options } = emptyDraft;

const meta = (part: Partial<MetaAnalysis>): MetaAnalysis =>
  ({
    id: "m",
    phenotype: "HF",
    created_at: "2026-01-01T00:00:00Z",
    // As it is stored: options that the scheme does not use are left out.
    options: { ...defaultOptions, axes: undefined, overlaps: undefined },
    inputs: ["b", "a"].map((id) => ({ upload_id: id, run_id: `run of ${id}` })),
    ...part,
  }) as MetaAnalysis;

describe("sameRun", () => {
  it("is the newest of the same runs with the same options, whatever their order and confirmations", () => {
    const newer = meta({ id: "n", created_at: "2026-02-01T00:00:00Z" });
    expect(sameRun([meta({}), newer], chosen, { ...options, multi_ancestry: true })?.id).toBe("n");
  });

  it.each<[string, MetaAnalysis, HermesUploadRow[], Partial<typeof options>]>([
    ["another QC run of a file", meta({}), [upload("a"), upload("b", "a later run")], {}],
    ["one submission more", meta({}), [...chosen, upload("c")], {}],
    ["another filter", meta({}), chosen, { maf: 0.011 }],
    ["another scheme", meta({}), chosen, { scheme: "random" }],
    ["another phenotype", meta({ phenotype: "AF" }), chosen, {}],
    ["one submission", meta({}), chosen.slice(0, 1), {}],
  ])("is none with %s", (_, standing, files, change) => {
    expect(sameRun([standing], files, { ...options, ...change })).toBeUndefined();
  });

  it("tells models of random effects and codings of X apart; a default that is stated is one that is not", () => {
    const random = { ...options, scheme: "random" as const };
    const { tau2: _, ci: __, x_coding: ___, ...older } = defaultOptions;
    const standing = [meta({ options: { ...older, scheme: "random" } })];
    expect(sameRun(standing, chosen, random)?.id).toBe("m");
    expect(sameRun(standing, chosen, { ...random, tau2: "reml" })).toBeUndefined();
    expect(sameRun(standing, chosen, { ...random, ci: "hk" })).toBeUndefined();
    expect(sameRun(standing, chosen, { ...random, x_coding: { a: "0/1" } })).toBeUndefined();
    const coded = [meta({ options: { ...older, x_coding: { b: "0/2", a: "0/1" } } })];
    expect(sameRun(coded, chosen, { ...options, x_coding: { a: "0/1", b: "0/2" } })?.id).toBe("m");
  });

  it("tells stated overlaps apart, where the scheme takes account of them", () => {
    const overlaps = [{ a: "a", b: "b", correlation: 0.1 }];
    const standing = [meta({ options: { ...defaultOptions, scheme: "samplesize", overlaps } })];
    expect(sameRun(standing, chosen, { ...options, scheme: "samplesize", overlaps })?.id).toBe("m");
    expect(sameRun(standing, chosen, { ...options, scheme: "samplesize" })).toBeUndefined();
    expect(sameRun([meta({})], chosen, { ...options, overlaps })?.id).toBe("m");
  });
});
