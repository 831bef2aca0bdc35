import { describe, expect, test } from "vitest";
import { allFields } from "./fields";
import { checkValues, fromMetadata, noValues, parseNumber, toMetadata } from "./metadata";

const good = {
  ...noValues,
  dataSetName: "Lakeland HF",
  cohort: "Lakeland",
  phenotype: "HF",
  ancestry: "EU",
  sex: "B",
  genomeBuild: "hg19",
  totalSampleSize: "412,510",
  cases: "32 110",
};

describe("parseNumber", () => {
  test.each([
    ["412,510", 412_510],
    ["1 322 904", 1_322_904],
    ["1e-6", 1e-6],
    [" .5 ", 0.5],
    ["1,5", undefined],
    ["12,34", undefined],
    ["about 5", undefined],
    ["", undefined],
  ])("%j → %s", (text, value) => expect(parseNumber(text)).toBe(value));
});

describe("checkValues", () => {
  test("a complete form passes", () => expect(checkValues(good)).toEqual({}));

  test("an empty form names every needed field", () => {
    const needed = allFields.filter((field) => field.required).map((field) => field.key);
    expect(Object.keys(checkValues(noValues)).sort()).toEqual([...needed].sort());
  });

  test.each([
    ["cases", "500000", /Cases cannot exceed/],
    ["cases", "12.5", /whole number/],
    ["cases", "20.000", /separate thousands or decimals/],
    ["totalSampleSize", "many", /“many”/],
    ["totalSampleSize", "0", /at least 1/],
    ["maf", "5", /between 0 and 1/],
    ["meanAgeCases", "-3", /above 0/],
  ] as const)("%s = %s", (key, typed, message) => expect(checkValues({ ...good, [key]: typed })[key]).toMatch(message));

  test("dates in the wrong order", () => {
    const values = { ...good, dataCollectionStart: "2020-05-01", dataCollectionEnd: "2019-05-01" };
    expect(checkValues(values)).toEqual({ dataCollectionEnd: "The end is before the start." });
  });
});

test("what is sent comes back into the form", () => {
  const metadata = toMetadata({ ...good, maf: "0.01", cohort: " Lakeland " });
  expect(metadata).toMatchObject({ totalSampleSize: 412_510, cases: 32_110, maf: 0.01, cohort: "Lakeland" });
  expect(metadata).not.toHaveProperty("references");
  expect(fromMetadata(metadata)).toEqual({ ...good, totalSampleSize: "412510", cases: "32110", maf: "0.01" });
});
