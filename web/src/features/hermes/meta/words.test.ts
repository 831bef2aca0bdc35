import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { reasonWords } from "./words";

it("has words for every reason of a meta-analysis", () => {
  const source = readFileSync("../internal/gwas/meta/study.go", "utf8");
  const list = /reasonNames = \[accepted\]string\{([^}]*)\}/.exec(source)?.[1] ?? "";
  const names = [...list.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? "");
  expect(names.length).toBeGreaterThan(10);
  const own = names.filter((name) => reasonWords(name) === name.replaceAll("_", " "));
  expect(own).toEqual(["duplicate"]);
});
