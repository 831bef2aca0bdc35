import { expect, test } from "vitest";
import { hasWords, markedParts, wordsOf } from "./search-words";

test("words are without case, and accents have one form", () => {
  expect(wordsOf("  Café\tNORD ")).toEqual(["caf\u00e9", "nord"]);
  expect(wordsOf("cafe\u0301")).toEqual(["caf\u00e9"]);
  expect(wordsOf(" ")).toEqual([]);
});

test("every word has to occur, in any of the texts", () => {
  expect(hasWords(["users", "hermes"], "Users", "HERMES")).toBe(true);
  expect(hasWords(["users", "sgc"], "Users", "HERMES")).toBe(false);
});

const told = (text: string, ...words: string[]) =>
  markedParts(text, words)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["North Biobank", ["bio", "n"], "[N]orth [Bio]ba[n]k"],
  ["aaaa", ["aa"], "[aaaa]"],
  ["banana", ["ana"], "b[anana]"],
  ["North", ["x"], "North"],
  ["a.b*c", [".b*"], "a[.b*]c"],
  ["İstanbul", ["bul"], "İstanbul"],
  ["", ["x"], ""],
])("%s, %j: %s", (text, words, want) => expect(told(text, ...words)).toBe(want));
