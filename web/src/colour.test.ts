import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roleWord, userTypes } from "./features/accounts/words";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, "utf8") }));

/** The attributes of the buttons of a file. */
const buttons = (text: string) => text.match(/<(?:Button|GuardedButton|ButtonLink)\b[^<]*?>\s*(?=[^=&|])/g) ?? [];

test("what a role is, is no state: it has no colour", () => {
  const roles = userTypes("all").map(({ role }) => role);
  expect(roles.map((role) => roleWord("all", role).tone)).toEqual(roles.map(() => "neutral"));
});

test("a filter that is set does not look like the primary action", () => {
  const filled = sources.filter(({ text }) =>
    buttons(text).some((tag) => tag.includes("aria-pressed") && tag.includes('"filled"')),
  );
  expect(filled.map(({ file }) => file)).toEqual([]);
});

test("a filled red control takes something away, or failed", () => {
  const red = sources.filter(({ text }) => /color=(?:"fail"|\{[^}]*"fail")/.test(text)).map(({ file }) => file);
  expect(red.sort()).toEqual(["ui/dialog/Confirmation.tsx", "ui/upload/UploadCard.tsx", "ui/upload/UploadLine.tsx"]);
});
