import { describe, expect, it } from "vitest";
import type { DatasetCheckStatus } from "@/api/datasets/datasets";
import { check, dataFile, phenotype } from "./testing";
import { checkSummary, sizeWords, webAddress } from "./words";

describe("checkSummary", () => {
  const of = (...statuses: (DatasetCheckStatus | undefined)[]) =>
    checkSummary({
      phenotypes: statuses.map((status, i) =>
        phenotype({ id: `p${i}`, file: dataFile({ check: status && check({ status }) }) }),
      ),
    });

  it.each<[string, (DatasetCheckStatus | undefined)[], string | undefined]>([
    ["no file was checked", [undefined], undefined],
    ["what is no table of summary statistics does not count", ["foreign"], undefined],
    ["one file", ["warned"], "Passed with warnings"],
    ["all passed", ["passed", "passed"], "All 2 files passed"],
    ["a question before a failure", ["failed", "questions", "passed"], "Columns to confirm: 1 of 3 files"],
    ["a failure before work", ["running", "failed", "failed"], "Failed: 2 of 3 files"],
    ["work before a warning", ["warned", "running"], "Checking: 1 of 2 files"],
  ])("%s", (_, statuses, word) => {
    expect(of(...statuses)?.word).toBe(word);
  });
});

describe("webAddress", () => {
  it.each([
    ["https://creativecommons.org/licenses/by/4.0/", "https://creativecommons.org/licenses/by/4.0/"],
    ["http://example.org", "http://example.org/"],
    ["javascript:alert(1)", undefined],
    ["JavaScript:alert(1)//https://example.org", undefined],
    ["data:text/html,<script>alert(1)</script>", undefined],
    ["CC BY 4.0", undefined],
    ["//example.org/x", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s", (text, href) => {
    expect(webAddress(text)).toBe(href);
  });
});

describe("sizeWords", () => {
  it.each([
    ["cases and controls", { dichotomous: true, sample_size: 3, cases: 1, controls: 2 }, "1 case, 2 controls"],
    ["a quantity", { dichotomous: false, sample_size: 12_000 }, "12,000 people"],
    ["cases that nobody counted", { dichotomous: true, sample_size: 1 }, "1 person"],
  ])("%s", (_, sizes, words) => {
    expect(sizeWords(sizes)).toBe(words);
  });
});
