import { expect, test } from "vitest";
import { document } from "../head/testing";
import { problemsOfText } from "./check";

const words = (text: string) => problemsOfText(text, []).map(({ line, text: said }) => `${line}: ${said}`);
const written = (change: object) => JSON.stringify({ ...document, ...change }, null, 1);

test.each([
  ["a text", { title: 7 }, "/title has to be a text."],
  ["one of some", { layout: "rows" }, "/layout has to be one of tabs, stacked."],
  ["not known", { colour: "red" }, "The page has “colour”, which is unknown there."],
  ["too long", { title: "T".repeat(201) }, "/title has to have at most 200 characters."],
  ["no such kind", { plots: [{ id: "a", type: "pie" }] }, "/plots/0/type is not a supported kind."],
])("a document with what is %s says what has to be there, at its line", (_, change, said) => {
  const [key = ""] = Object.keys(change);
  const text = written(change);
  const all = words(text);
  expect(all).toHaveLength(1);
  expect(all[0]?.replace(/^\d+: /, "")).toBe(said);
  if (said.startsWith("/")) {
    const from = text.split("\n").findIndex((line) => line.includes(`"${key}"`)) + 1;
    expect(Number.parseInt(all[0] ?? "", 10)).toBeGreaterThanOrEqual(from);
  }
});

test("a text that is no JSON says its line once", () => {
  expect(words('{\n "version": 1,\n 5')).toEqual(["3: A name in quotes is missing here."]);
});

test("a document of a newer version is told as that, and nothing else of it", () => {
  expect(words(written({ version: 9, title: 7 }))).toEqual([
    "2: This document is of version 9. This server reads up to 1. Use a newer server.",
  ]);
});
