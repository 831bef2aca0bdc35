import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { layer } from "./constants";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(css|tsx?)$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith("api/gen/"))
  .map((name) => ({ name, text: readFileSync(join("src", name), "utf8") }));

/**
 * Where a source sets the stacking order, and with which values: "z-index: 3",
 * "zIndex={layer.modal}".
 */
function layersIn(text: string): string[] {
  return [...text.matchAll(/z-index\s*:\s*[^;}]+|\bzIndex\s*[:=]\s*\{?\s*[\w."'-]+|\bz-\[?\d+/g)].map(
    ([found]) => found,
  );
}

const names = Object.keys(layer).map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
const inSheet = new RegExp(`^z-index: var\\(--co-layer-(?:${names.join("|")})\\)(?: !important)?$`);
const inScript = new RegExp(`^zIndex\\s*[:=]\\s*\\{?\\s*layer\\.(?:${Object.keys(layer).join("|")})$`);

test("what lies on what is said by the names of the layers alone", () => {
  const found = sources.flatMap(({ name, text }) => layersIn(text).map((words) => ({ name, words })));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ words }) => !inSheet.test(words) && !inScript.test(words))).toEqual([]);
});

test.each([
  "z-index: 3;",
  "z-index:-1}",
  "zIndex={201}",
  "zIndex: 1100,",
  "zIndex={above}",
  "z-index: var(--co-layer-top);",
])("%s would be found", (text) => {
  const [words = ""] = layersIn(text);
  expect(words).not.toBe("");
  expect(inSheet.test(words) || inScript.test(words)).toBe(false);
});
