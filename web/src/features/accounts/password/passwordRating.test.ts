import { expect, test } from "vitest";
import { ratePassword } from "./passwordRating";

const name = "jane.miller@example.org";

test.each([
  ["", 15, ""],
  ["gr7-ozu.pakt!l", 15, "too short"],
  ["gr7-ozu.pakt!lu", 15, "good"],
  ["gr7-ozu.", 8, "good"],
  ["walnut tractor eleven moss", 15, "very good"],
  ["čéśńàßðøÞłŋħĸ¶→", 15, "good"],
  ["aaaaaaaaaaaaaaaaaaaa", 15, "easy to guess"],
  ["correcthorsebatterystaple", 15, "easy to guess"],
  ["Cohortium-Hermes-2026", 15, "easy to guess"],
  ["jane.miller@example.org1", 15, "easy to guess"],
  ["password of the moss walnut", 15, "good"],
])("%j with at least %d characters is %j", (password, least, word) => {
  expect(ratePassword(password, least, name).word).toBe(word);
});

test("a character outside the basic plane counts once", () => {
  expect(ratePassword("🧬🧪🔬🧫🦠💊🩺🏥", 8).long).toBe(true);
  expect(ratePassword("🧬🧪🔬🧫🦠💊🩺", 8).long).toBe(false);
});
