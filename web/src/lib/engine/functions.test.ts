import { expect, test } from "vitest";
import { longestText, replaced } from "./functions";

test("replacing ends before a text fills the memory, however often it is nested", () => {
  let text: string | undefined = "a";
  for (let i = 0; i < 40; i++) text = text === undefined ? undefined : replaced(text, "a", "aa");
  expect(text).toBeUndefined();
  expect(replaced("a".repeat(longestText / 2), "a", "bb")).toHaveLength(longestText);
  expect(replaced(`${"a".repeat(longestText / 2)}c`, "a", "bb")).toBeUndefined();
  const long = "x".repeat(longestText + 1);
  expect(replaced(long, "a", "bb")).toBe(long);
  expect(replaced("a$&b", "$&", "$1")).toBe("a$1b");
});
