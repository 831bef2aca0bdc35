import { expect, test } from "vitest";
import { actionChoices, actionWord, changesOf, checkWords, objectChoices, objectWord } from "./words";

test.each([
  ["sign-in-failed", "Failed to sign in"],
  ["roles-changed", "Changed roles"],
  ["meta-analysis-started", "Started a meta-analysis"],
  ["something-new", "something-new"],
  ["constructor", "constructor"],
])("action %s", (action, word) => expect(actionWord(action)).toBe(word));

test.each([
  ["upload", "GWAS file"],
  ["dataset", "Data set"],
  ["user", "Account"],
  ["cohort", "Cohort"],
  ["portal", "portal"],
  ["toString", "toString"],
])("object %s", (object, word) => expect(objectWord(object)).toBe(word));

test("only actions of this server can be chosen; new ones stand last", () => {
  expect(actionChoices(["something-new", "deleted", "sign-in"])).toEqual([
    { value: "sign-in", label: "Signed in" },
    { value: "deleted", label: "Deleted" },
    { value: "something-new", label: "something-new" },
  ]);
});

test("a kind of object from an old link can still be seen as chosen", () => {
  const known = ["index", "user"];
  expect(objectChoices(known, "portal")).toEqual([
    { value: "user", label: "Account" },
    { value: "index", label: "Index" },
    { value: "portal", label: "portal" },
  ]);
  expect(objectChoices(known, "user").filter((choice) => choice.value === "user")).toHaveLength(1);
});

test("a sound trail says how long it is", () => {
  const { title } = checkWords({ events: 1204, head: "ab", unbroken: true });
  expect(title).toBe("The trail is unbroken: 1,204 entries");
});

test("a broken trail says where, why, and what can still be trusted", () => {
  const { title, text } = checkWords({ events: 41, head: "ab", unbroken: false, broken_at: 42, why: "It is missing." });
  expect(title).toBe("The trail is broken at entry 42");
  expect(text).toMatch(/^It is missing. The 41 entries before it can be trusted/);
});

test("values are set side by side, and what did not change is left out", () => {
  expect(changesOf({ role: "uploader", name: "A" }, { role: "reviewer", name: "A", email: "x" })).toEqual([
    { name: "email", before: undefined, after: "x" },
    { name: "role", before: "uploader", after: "reviewer" },
  ]);
});
