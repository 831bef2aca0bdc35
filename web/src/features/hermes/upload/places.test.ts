import { describe, expect, test } from "vitest";
import { firstStep, placeErrors, stillRefused } from "./places";

const errors = (...names: string[]) => placeErrors(names.map((field) => ({ field, message: `${field} is wrong` })));

describe("placeErrors", () => {
  test("sorts by name", () => {
    expect(errors("metadata.cohort", "genomeBuild", "mapping.beta", "mapping", "upload_id", "elsewhere")).toEqual({
      metadata: { cohort: "metadata.cohort is wrong", genomeBuild: "genomeBuild is wrong" },
      mapping: { beta: "mapping.beta is wrong", "": "mapping is wrong" },
      file: ["upload_id is wrong"],
      other: ["elsewhere is wrong"],
    });
  });

  test.each([
    [["mapping.beta", "metadata.cohort", "upload_id"], 1],
    [["mapping.beta", "metadata.cohort"], 2],
    [["mapping.beta"], 3],
    [["elsewhere"], undefined],
    [[], undefined],
  ])("%j leads to step %s", (names, step) => expect(firstStep(errors(...names))).toBe(step));
});

test("a complaint holds until its value is changed", () => {
  const placed = errors("metadata.maf", "mapping.maf", "mapping");
  const then = { values: { maf: "2" }, mapping: { maf: "MAF" } };
  expect(stillRefused(placed, then, then)).toEqual(placed);
  const values = stillRefused(placed, then, { ...then, values: { maf: "0.2" } });
  expect([values.metadata, Object.keys(values.mapping)]).toEqual([{}, ["maf", ""]]);
  const mapping = stillRefused(placed, then, { ...then, mapping: { maf: "MAF", eaf: "EAF" } });
  expect(Object.keys(mapping.mapping)).toEqual(["maf"]);
});
