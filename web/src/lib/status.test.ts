import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metaStatusWords, uploadStatusWords } from "./status";

const contract = readFileSync("../api/openapi.yaml", "utf8");
const service = readFileSync("../internal/area/hermes/hermes.go", "utf8");

/** The words of a list of the contract, which may go over several lines. */
function wordsOf(schema: string): string[] {
  const list =
    new RegExp(
      `\\n    ${schema}:\\n      type: string\\n(?:      x-go-type:[^\\n]*\\n)?(?:      description:[^\\n]*\\n)?      enum:\\s*\\[([^\\]]*)\\]`,
    ).exec(contract)?.[1] ?? "";
  return list
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

// A status that one of them calls otherwise is shown without a word, and filtered by nothing.
test.each([
  ["UploadStatus", uploadStatusWords, 9],
  ["MetaStatus", metaStatusWords, 5],
])("%s has the same words in the contract, the service and the pages", (schema, words, count) => {
  const told = wordsOf(schema).toSorted();
  expect(told).toHaveLength(count);
  const kept = [...service.matchAll(new RegExp(`\\s${schema} = "([A-Z ]+)"`, "g"))].map((match) => match[1]);
  expect(kept.toSorted()).toEqual(told);
  expect(Object.keys(words).toSorted()).toEqual(told);
});
