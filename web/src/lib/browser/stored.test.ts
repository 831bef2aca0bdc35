import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readStored, readText, removeText, writeStored, writeText } from "./stored";

/** What keeps something in a browser, by the names under which it is reached. */
const keepers =
  /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel|cookieStore|document\.cookie|navigator\.storage|caches)\b/;

/** Without comments; strings stay, since `window["localStorage"]` reaches it too. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

test("storage is named by one piece alone", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|\/)test-|(?:^|\/)testing/.test(file),
  );
  expect(files.filter((file) => keepers.test(code(readFileSync(join("src", file), "utf8"))))).toEqual([
    "lib/browser/stored.ts",
  ]);
  // The shell asks for the colours before any module is there, and is guarded by itself.
  expect(readFileSync("index.html", "utf8")).toMatch(/try \{[^}]*localStorage/);
});

test.each(["browser", "tab"] as const)(
  "a browser that refuses its storage to the %s keeps nothing, and says so",
  (keeper) => {
    for (const name of ["localStorage", "sessionStorage"]) {
      vi.spyOn(globalThis, name as never, "get").mockImplementation(() => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      });
    }
    expect(writeText(keeper, "k", "v")).toBe(false);
    expect(writeStored("k", { a: 1 }, keeper)).toBe(false);
    expect(readText(keeper, "k")).toBeUndefined();
    expect(readStored("k", keeper)).toBeUndefined();
    removeText(keeper, "k");
    vi.restoreAllMocks();
  },
);

test("the two keepers are apart, and damaged JSON is none", () => {
  writeText("tab", "k", "{");
  writeStored("k", [1]);
  expect([readText("tab", "k"), readStored("k", "tab"), readStored("k")]).toEqual(["{", undefined, [1]]);
});
