import { expect, it } from "vitest";
import { versionFacts } from "./versions";

it("names programs as people do", () => {
  expect(versionFacts({ cohortium: "0.1.0", go: "go1.26.8", ldsc: "1.0.1" })).toEqual([
    ["Cohortium", "version 0.1.0"],
    ["ldsc", "1.0.1"],
  ]);
});
