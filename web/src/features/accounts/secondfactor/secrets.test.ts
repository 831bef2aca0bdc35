import { expect, test } from "vitest";

const sources = import.meta.glob<string>(
  ["/src/**/*.ts", "/src/**/*.tsx", "!/src/**/*.test.*", "!/src/**/testing.ts", "!/src/test-*.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

/** The places that may write to the console, each an error of the page itself. */
const mayLog = ["/src/lib/browser/freshness.ts", "/src/lib/browser/starting.ts", "/src/ui/state/ErrorPage.tsx"];

const logCall = /\bconsole\s*(?:\.|\[)[^;]*?\)/gs;
const secretWord = /token|bearer|access|password|secret|credential|authori[sz]ation|\bcodes?\b|cookie|session/i;

test("there are sources to look at", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});

test("nothing is logged but by the few places that tell errors of the page", () => {
  const loggers = Object.keys(sources).filter((path) => /\bconsole\b/.test(sources[path] ?? ""));
  expect(loggers.filter((path) => !mayLog.includes(path))).toEqual([]);
});

test("no call to the console names a secret", () => {
  const calls = Object.entries(sources).flatMap(([path, text]) =>
    (text.match(logCall) ?? []).filter((call) => secretWord.test(call)).map((call) => `${path}: ${call}`),
  );
  expect(calls).toEqual([]);
});

test("the check sees what it is for", () => {
  const bad = ["console.log(sgcToken())", "console.debug('x', { password })", 'console["info"](access)'];
  expect(bad.every((text) => (text.match(logCall) ?? []).some((call) => secretWord.test(call)))).toBe(true);
});

test("only the token of the SGC area is kept in local storage, by one file", () => {
  const keepers = Object.keys(sources).filter((path) => sources[path]?.includes("sgcAuthToken"));
  expect(keepers).toEqual(["/src/api/bearer.ts"]);
});
