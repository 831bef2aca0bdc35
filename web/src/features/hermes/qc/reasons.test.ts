import { readdirSync, readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { isReason, reasonWords } from "./reasons";

/** Every code for which the program leaves rows out, as its sources state them. */
function reasonsOfTheProgram(): string[] {
  const codes = new Set<string>();
  for (const name of ["sumstats", "qc", "liftover"]) {
    const folder = `../internal/gwas/${name}`;
    for (const file of readdirSync(folder)) {
      if (!file.endsWith(".go") || file.endsWith("_test.go")) continue;
      const source = readFileSync(`${folder}/${file}`, "utf8");
      const constants = source.matchAll(/\bReason\s*=\s*"(\w+)"/g);
      // Rows of the reader's table: code, sentence, and whether the row is kept after a repair.
      const excluded = source.matchAll(/\{"(\w+)",\s*"[^"]+",\s*false\}/g);
      for (const [, code = ""] of [...constants, ...excluded]) codes.add(code);
    }
  }
  return [...codes].sort();
}

test("every reason of the program has its words", () => {
  const codes = reasonsOfTheProgram();
  // Some of each package, so that sources which are written in another way are noticed.
  expect(codes).toEqual(expect.arrayContaining(["p_value_missing", "liftover_unmapped", "low_mac"]));
  expect(codes.length).toBeGreaterThan(45);
  expect(codes.filter((code) => !isReason(code))).toEqual([]);
});

it.each([
  ["low_mac", "with a low minor allele count"],
  ["liftover_unmapped", "not on the new build"],
  ["of_a_later_version", "of a later version"],
  ["constructor", "constructor"],
])("%s in words", (code, words) => {
  expect(reasonWords(code)).toBe(words);
});
