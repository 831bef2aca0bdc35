import { expect, test } from "vitest";
import type { DatasetCodes } from "@/api/datasets/datasets";
import type { Inspection } from "@/lib/sumstats/contract";
import { newTask } from "../files/tasks";
import { composed, withStated } from "./composed";
import { withEarlier } from "./EarlierDataset";
import { newValues, type Values } from "./values";

const choice = (value: string, label: string) => ({ value, label });
const codes = {
  ancestry: [choice("EU", "European"), choice("n/a", "N/A")],
  sex: [choice("mixed", "Mixed"), choice("n/a", "N/A")],
} as unknown as DatasetCodes;

const empty = newValues({ first_name: "Ada", last_name: "Moss", email: "ada@example.org" });
const said = (texts: Partial<Values["texts"]>, study = ""): Values => ({
  ...empty,
  texts: { ...empty.texts, ...texts },
  study: { id: "", name: study, institution: "" },
});
const lupus = { ...newTask("k", { kind: "phenotype" }), phenotype: "Systemic lupus", code: "SLE" };

test("a name follows from study, phenotype, ancestry and sex; sizes from those of the file", () => {
  const sizes = { ...lupus, cases: "7,219", controls: "15991" };
  expect(composed(said({ ancestry: "EU", sex: "mixed" }, " Lupus  Genetics_Study"), sizes, codes)).toEqual({
    name: "Lupus-Genetics-Study_SLE_EU_Mixed",
    description: "Systemic lupus in Lupus  Genetics_Study, European, Mixed.",
    global_sample_size: "23,210",
  });
  const own = { ...lupus, phenotype: "Body mass", code: "", sample_size: "500" };
  const { name, global_sample_size } = composed(said({ ancestry: "n/a", sex: "mixed" }, "Fenland"), own, codes);
  expect([name, global_sample_size]).toEqual(["Fenland_Body-mass_Mixed", "500"]);
});

test.each([
  ["study", said({ ancestry: "EU", sex: "mixed" })],
  ["ancestry", said({ sex: "mixed" }, "Fenland")],
  ["sex", said({ ancestry: "EU" }, "Fenland")],
])("nothing is suggested without the %s", (_, values) =>
  expect(composed(values, lupus, codes)).toEqual({ name: "", description: "", global_sample_size: "" }),
);

test("what a file states is filled in where nothing was typed", () => {
  const file = {
    format: "regenie",
    format_label: "REGENIE",
    build: { guess: "grch38", known: 10, at_37: 0, at_38: 10 },
    totals: { n: { value: 23_210, source: "stated", varies: false, reason: "" } },
  } as unknown as Inspection;
  const stated = {
    data_type: "gwas",
    genome_build: "grch38",
    analysis_software: "REGENIE",
    global_sample_size: "23,210",
  };
  expect(withStated(empty.texts, file)).toMatchObject(stated);
  const typed = { data_type: "exseq", genome_build: "hg19", analysis_software: "SAIGE", global_sample_size: "9" };
  expect(withStated({ ...empty.texts, ...typed }, file)).toMatchObject(typed);
  const unknown = { ...file, format: "unknown", build: { ...file.build, guess: "" }, totals: {} } as Inspection;
  expect(withStated(empty.texts, unknown)).toMatchObject({
    genome_build: "",
    analysis_software: "",
    global_sample_size: "",
  });
});

test("answers of an earlier data set are taken, but for what is of that data set alone", () => {
  const earlier = said(
    {
      name: "Old",
      description: "Old.",
      ancestry: "EU",
      sex: "mixed",
      genome_build: "hg19",
      global_sample_size: "9",
      pub_id: "1",
      license: "CC0",
      analysis_software: "SAIGE",
    },
    "Fenland",
  );
  const { texts, study } = withEarlier(
    said({ genome_build: "grch38", analysis_software: "REGENIE", sex: "male" }),
    earlier,
  );
  expect(study.name).toBe("Fenland");
  expect(texts).toMatchObject({
    ancestry: "EU",
    sex: "mixed",
    license: "CC0",
    analysis_software: "REGENIE",
    genome_build: "grch38",
  });
  expect(texts).toMatchObject({ name: "", description: "", global_sample_size: "", pub_id: "" });
});
