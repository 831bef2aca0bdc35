import { describe, expect, it } from "vitest";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetalScript } from "@/api/hermes/meta";
import { takeScript } from "./metalScript";

const upload = (id: string, file_name: string, phenotype = "HF"): HermesUploadRow =>
  ({ id, file_name, phenotype, dataset_name: `Set ${id}` }) as HermesUploadRow;

const script = (files: string[]): MetalScript => ({
  files,
  scheme: "samplesize",
  genomic_control: false,
  min_studies: 1,
  maf: 0.05,
  info: 0,
  palindromic: "keep",
  findings: [{ line: 3, text: "OVERLAP ON", message: "not available", changes_result: true }],
});

const accepted = [
  upload("1", "north.txt.gz"),
  upload("2", "SOUTH.tsv"),
  upload("3", "other.txt", "BMI"),
  upload("4", "twice.txt"),
  upload("5", "twice.txt.gz"),
];

describe("takeScript", () => {
  it("finds submissions by the names of their files, wherever those were", () => {
    const taken = takeScript("metal.txt", script(["/data/north.txt", "C:\\gwas\\south.tsv.gz"]), accepted);
    expect(taken).toMatchObject({ phenotype: "HF", datasets: ["1", "2"], found: ["Set 1", "Set 2"], missing: [] });
  });

  it("knows the clean file by the name of its submission", () => {
    expect(takeScript("m", script(["set 1.clean.tsv.gz"]), accepted).datasets).toEqual(["1"]);
  });

  it("says which files are no submission, and why", () => {
    const taken = takeScript("m", script(["north.txt", "SOUTH.tsv", "absent.txt", "twice.txt", "other.txt"]), accepted);
    expect(taken.datasets).toEqual(["1", "2"]);
    expect(taken.missing).toEqual([
      "absent.txt: no accepted submission",
      "twice.txt: several submissions have a file of this name",
      "other.txt: Set 3 is about another phenotype",
    ]);
  });

  it("takes the options and keeps what could not be taken", () => {
    const taken = takeScript("m", script([]), accepted);
    expect(taken.options).toMatchObject({
      scheme: "samplesize",
      genomic_control: false,
      min_studies: 1,
      maf: 0.05,
      info: 0,
      palindromic: "keep",
      multi_ancestry: false,
    });
    expect(taken.findings).toHaveLength(1);
    expect(taken.phenotype).toBe("");
  });
});
