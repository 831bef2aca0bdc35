import { expect, test } from "vitest";
import { expiryWord, issuerWord, personName, roleWord, summarySentence, typeNamed, userTypes } from "./words";

test.each([
  [{ active: 12, invited: 3, expired: 0, disabled: 1 }, "12 active accounts · 3 invited, 1 disabled"],
  [{ active: 1, invited: 0, expired: 1, disabled: 0 }, "1 active account · 1 expired invitation"],
  [{ active: 1042, invited: 0, expired: 0, disabled: 0 }, "1,042 active accounts"],
])("summary %j", (count, sentence) => expect(summarySentence(count)).toBe(sentence));

test.each([
  ["hermes", "Uploader", "uploader"],
  ["hermes", " reviewer ", "reviewer"],
  ["sgc", "reviewer", "reviewer"],
  ["sgc", "sgc-reviewer", "reviewer"],
  ["all", "sgc-reviewer", "sgc-reviewer"],
  ["all", "HERMES uploader", "uploader"],
  ["all", "administrator", "admin"],
  ["hermes", "admin", undefined],
  ["datasets", "uploader", undefined],
] as const)("type of %s named %s", (area, word, name) => expect(typeNamed(area, word)).toBe(name));

test("each area says of each type what it may do", () => {
  for (const area of ["hermes", "sgc", "datasets", "all"] as const) {
    expect(userTypes(area).map((type) => type.may)).not.toContain("");
    expect(new Set(userTypes(area).map((type) => type.name)).size).toBe(userTypes(area).length);
  }
});

test.each([
  ["hermes", "reviewer", "Reviewer"],
  ["sgc", "sgc-reviewer", "Reviewer"],
  ["all", "sgc-reviewer", "SGC reviewer"],
  ["hermes", "admin", "Administrator"],
  ["all", "librarian", "librarian"],
] as const)("role in %s: %s", (area, role, word) => expect(roleWord(area, role).word).toBe(word));

test("a person without names goes by the user name", () => {
  expect(personName({ first_name: "", last_name: "", user_name: "a@example.org" })).toBe("a@example.org");
  expect(personName({ first_name: "Ada", last_name: "Lee", user_name: "a@example.org" })).toBe("Ada Lee");
});

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2027-02-01T12:00:00Z", "neutral", /^1 Feb 2027, 12:00 UTC$/],
  ["2026-11-28T11:00:00Z", "warn", /^Expires in 6 days$/],
  ["2026-11-22T13:00:00Z", "warn", /^Expires in 1 day$/],
  ["2026-11-22T11:00:00Z", "warn", /^Expires within a day$/],
  ["2026-11-21T12:00:00Z", "fail", /^Expired 21 Nov 2026, 12:00 UTC$/],
])("a token that runs out %s", (at, tone, word) => {
  const said = expiryWord(at, now);
  expect(said.tone).toBe(tone);
  expect(said.word).toMatch(word);
});

test("an issuer goes by its host", () => {
  expect(issuerWord("https://accounts.example.org/realm")).toBe("accounts.example.org");
  expect(issuerWord("local")).toBe("local");
});
