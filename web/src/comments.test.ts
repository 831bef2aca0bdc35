import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Exported components of a text without a comment that states more than their name. */
function uncommented(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const name = /^export function ([A-Z]\w*)/.exec(line)?.[1];
    if (!name) return [];
    let start = at;
    while (start > 0 && /^( \*|\/\*\*|\/\/)/.test(lines[start - 1] ?? "")) start--;
    const own = new Set(name.match(/[A-Z][a-z0-9]*/g)?.map((word) => word.toLowerCase()));
    const said = (
      lines
        .slice(start, at)
        .join(" ")
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    ).filter((word) => !own.has(word) && !/^(the|an?|of|its?|is|and|for|in|with)$/.test(word));
    return said.length > 0 ? [] : [name];
  });
}

test("an exported component has a comment that states more than its name", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  const missing = files.flatMap((file) =>
    uncommented(readFileSync(`src/${file}`, "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

test.each([
  ["export function EmptyList() {", ["EmptyList"]],
  ["/** The empty list. */\nexport function EmptyList() {", ["EmptyList"]],
  ["/** Why a list is empty. */\nexport function EmptyList() {", []],
  ["/**\n * Why a list is empty.\n */\nexport function EmptyList() {", []],
  ["const other = 1;\nexport function EmptyList() {", ["EmptyList"]],
])("%j lacks %j", (text, missing) => expect(uncommented(text)).toEqual(missing));
