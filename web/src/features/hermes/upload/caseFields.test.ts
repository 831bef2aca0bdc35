import { expect, test } from "vitest";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import { askedId, askedValue } from "./askedPhenotype";
import { askedOf } from "./caseFields";
import { allFields, requiredFields } from "./fields";
import { checkValues, noValues } from "./metadata";

const trait = (name: string, dichotomous: boolean): HermesPhenotype => ({
  name,
  description: name,
  dichotomous,
  terms: [],
  synonyms: [],
  datasets: 0,
  version: 1,
});
const list = [trait("HF", true), trait("LVEF", false)];
const keys = (phenotype: string, typed: Partial<typeof noValues> = {}) =>
  askedOf(requiredFields, { ...noValues, phenotype, ...typed }, list).map(({ key }) => key);

test("numbers of cases are asked for unless the phenotype is measured", () => {
  expect(keys("HF")).toContain("cases");
  expect(keys("")).toContain("cases");
  expect(keys("LVEF")).not.toContain("cases");
  expect(keys("LVEF")).toContain("totalSampleSize");
});

test("what was typed of cases is not hidden", () => {
  expect(keys("LVEF", { cases: "44" })).toContain("cases");
});

test("nothing about cases or controls is asked of a measured phenotype", () => {
  const left = askedOf(allFields, { ...noValues, phenotype: "LVEF" }, list).map(({ label }) => label);
  // The total and the age of everybody are not about cases.
  expect(left.filter((label) => /case|controls|diagnosis/i.test(label))).toEqual([]);
});

test("a phenotype that is only asked for keeps the form from being sent", () => {
  expect(askedId(askedValue("r1"))).toBe("r1");
  expect(askedId("DCM_Broad")).toBeUndefined();
  expect(checkValues({ ...noValues, phenotype: askedValue("r1") }).phenotype).toMatch(/a reviewer decides/);
  expect(checkValues({ ...noValues, phenotype: "HF" }).phenotype).toBeUndefined();
});
