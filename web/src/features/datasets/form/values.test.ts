import { describe, expect, test } from "vitest";
import { differences, merge, sameValues } from "@/ui/form/record";
import { partKeys } from "../fields";
import { dataset } from "../page/testing";
import { checkValues, fromDataset, inOrder, placeErrors, samePart, toInput, type Values, withPart } from "./values";

const held = fromDataset(dataset());
const line = (key: string, ancestry: string, n: string) => ({ key, ancestry, n, detail: "" });
const withTexts = (texts: Partial<Values["texts"]>): Values => ({ ...held, texts: { ...held.texts, ...texts } });

test("what the server holds is sent back as it was", () => {
  const { name, global_sample_size, ancestry_counts, terms, pub_id } = dataset();
  expect(toInput(held, "s1")).toMatchObject({
    name,
    global_sample_size,
    ancestry_counts,
    terms,
    pub_id,
    study_id: "s1",
  });
  expect(checkValues(held)).toEqual({});
});

test("empty rows are not sent, and errors of the server find the row that is meant", () => {
  const values = { ...held, ancestry_counts: [line("a", "", ""), line("b", "EU", "5"), line("c", "EA", "6")] };
  expect(toInput(values, "s1").ancestry_counts).toHaveLength(2);
  const fields = [
    { field: "ancestry_counts.1.ancestry", message: "Twice." },
    { field: "terms.0.curie", message: "No term." },
    { field: "study_id", message: "Unknown." },
    { field: "owner", message: "Not a field of the form." },
  ];
  expect(placeErrors(fields, values)).toEqual({
    "ancestry_counts.c.ancestry": "Twice.",
    "terms.kept-0.curie": "No term.",
    study: "Unknown.",
  });
});

describe("checkValues", () => {
  test.each([
    ["a cleared name", { name: " " }, "name"],
    ["a sample size in words", { global_sample_size: "many" }, "global_sample_size"],
    ["a negative sample size", { global_sample_size: "-4" }, "global_sample_size"],
    ["half an address", { data_submitter_email: "ada@" }, "data_submitter_email"],
    ["half an address of the investigator", { data_contributor_email: "ada" }, "data_contributor_email"],
  ])("%s", (_name, texts, key) => expect(Object.keys(checkValues(withTexts(texts)))).toContain(key));

  test("a cleared email of the investigator is none", () => {
    expect(checkValues(withTexts({ data_contributor_email: "" }))).toEqual({});
  });

  test("more people by ancestry than in all", () => {
    const values = { ...held, ancestry_counts: [line("a", "EU", "24,000"), line("b", "EA", "205")] };
    expect(checkValues(values).ancestry_counts).toMatch(/24,205 people together, more than the 24,204/);
  });

  test("a new study has an institution", () => {
    expect(checkValues({ ...held, study: { id: "", name: "New", institution: "" } })).toHaveProperty("institution");
  });
});

const parts = { parts: partKeys, samePart, withPart };

test("numbers are the same however they are written", () => {
  expect(sameValues(parts, held, withTexts({ global_sample_size: "24204" }))).toBe(true);
  expect(sameValues(parts, held, withTexts({ global_sample_size: "24205" }))).toBe(false);
});

test("errors stand in the order of the page", () => {
  const errors = { license: "3", study: "2", name: "1", "terms.a.curie": "2b" };
  expect(inOrder(errors).map(([key]) => key)).toEqual(["name", "study", "terms.a.curie", "license"]);
});

test("two versions: each side's own changes are proposed, the rest is asked", () => {
  const mine = { ...withTexts({ description: "Mine", license: "CC0" }), terms: [] };
  const theirs = withTexts({ description: "Theirs", publication: "In press" });
  const found = differences(parts, { base: held, mine, theirs });
  expect(found).toEqual([
    { key: "publication", both: false, proposed: "theirs" },
    { key: "description", both: true, proposed: "mine" },
    { key: "terms", both: false, proposed: "mine" },
    { key: "license", both: false, proposed: "mine" },
  ]);
  const merged = merge(parts, mine, theirs, {
    description: "theirs",
    publication: "theirs",
    license: "mine",
    terms: "theirs",
  });
  expect(merged.texts).toMatchObject({ description: "Theirs", publication: "In press", license: "CC0" });
  expect(merged.terms).toEqual(held.terms);
});
