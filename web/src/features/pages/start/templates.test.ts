import { expect, test } from "vitest";
import type { TablePreview } from "@/api/pages/tables";
import { beginningsOf } from "./templates";

test.each([
  ["burden_HF.tsv.gz", "burden HF"],
  ["north_HF.regenie.gz", "north HF"],
  ["T2D_EUR.regenie.tsv.bgz", "T2D EUR"],
  ["plink2.BMI.glm.linear", "plink2.BMI"],
  ["study.v2.1.tsv", "study.v2.1"],
  ["GIANT 2018", "GIANT 2018"],
  ["_.tsv", "_.tsv"],
])("a page of the file %s is called “%s” at first, however it begins", (name, title) => {
  const titles = beginningsOf({ name, columns: [] } as unknown as TablePreview, {}).map(
    ({ document }) => document.title,
  );
  expect(new Set(titles)).toEqual(new Set([title]));
});
