import { expect, test } from "vitest";
import { heldWords } from "./held";

const of = { missing: 0, unreadable: 0, first: [] as string[] };

test.each([
  ["numbers", { ...of, type: "number" as const, min: 0, max: 0.98765, distinct: 90 }, ["0 to 0.9877", "none empty"]],
  ["one number", { ...of, type: "number" as const, min: 3, max: 3, distinct: 1 }, ["always 3", "none empty"]],
  [
    "texts",
    { ...of, type: "text" as const, missing: 12, distinct: 4, first: ["a", "b", "c", "d"] },
    ["4 different: a, b, c…", "12 of 100 empty"],
  ],
  ["few texts", { ...of, type: "text" as const, distinct: 2, first: ["a", "b"] }, ["2 different: a, b", "none empty"]],
  [
    "ids",
    { ...of, type: "text" as const, missing: 90, distinct: 10, first: ["x"] },
    ["all different: x…", "90 of 100 empty"],
  ],
  ["one text", { ...of, type: "text" as const, distinct: 1, first: ["+"] }, ["always +", "none empty"]],
  ["many texts", { ...of, type: "text" as const, first: ["a"] }, ["more than 1,000 different: a…", "none empty"]],
  [
    "other texts among numbers",
    { ...of, type: "number" as const, missing: 5, unreadable: 2, min: 1, max: 2, first_unreadable: "row 7: X" },
    ["1 to 2", "3 of 100 empty", "2 not a number: row 7: X"],
  ],
  ["nothing", { ...of, type: "text" as const, missing: 100, distinct: 0 }, ["all empty"]],
  [
    "nothing of its type",
    { ...of, type: "boolean" as const, missing: 100, unreadable: 100, distinct: 0 },
    ["none empty", "100 neither yes nor no"],
  ],
])("of %s", (_, column, words) => expect(heldWords(column, 100)).toEqual(words));
