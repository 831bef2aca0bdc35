import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatPeople } from "@/lib/format/people";
import { publicNameOf } from "./page/PublishDialog";
import { nextVersion, withGeneral } from "./plan/draft";
import { withMain, withScheme } from "./plan/OptionsCard";
import { publicAncestry } from "./words";

test.each([
  [950, "950"],
  [999, "999"],
  [1000, "1 k"],
  [61_400, "61 k"],
  [999_499, "999 k"],
  [999_500, "1.00 M"],
  [1_488_000, "1.49 M"],
  [12_340_000, "12.3 M"],
  [123_400_000, "123 M"],
])("%i participants are written %s", (count, words) => expect(formatPeople(count)).toBe(words));

test.each([
  ["4.0", "4.1"],
  ["3", "4"],
  ["2026-09", "2026-10"],
  ["beta", "beta"],
])("after version %s comes %s", (version, next) => expect(nextVersion(version)).toBe(next));

test.each([
  ["HERMES release 4", "4.0", "hermes-release-4-4-0"],
  ["HERMES 4.0", "4.0", "hermes-4-0"],
  ["Étude – finale!", "1", "etude-finale-1"],
])("%s, version %s, is proposed as %s", (name, release_version, want) =>
  expect(publicNameOf({ name, release_version })).toBe(want),
);

test("a minimum for all cells is one rule, which leaves with its last number", () => {
  const only = { phenotype: "HF", min_studies: 5 };
  const rules = withGeneral([only], { min_studies: 3 });
  expect(rules).toEqual([{ min_studies: 3 }, only]);
  expect(withGeneral(rules, { min_cases: 100 })).toEqual([{ min_studies: 3, min_cases: 100 }, only]);
  expect(withGeneral(rules, { min_studies: undefined })).toEqual([only]);
});

test("the main scheme stays first", () => {
  expect(withMain(["ivw", "random", "metaregression"], "random")).toEqual(["random", "metaregression"]);
  expect(withScheme(["ivw", "random"], "metaregression", true)).toEqual(["ivw", "random", "metaregression"]);
  expect(withScheme(["ivw", "random"], "random", false)).toEqual(["ivw"]);
});

test("public pages name every ancestry as the server does", () => {
  const source = readFileSync("../internal/area/hermes/choice.go", "utf8");
  const [, list = ""] = /func Ancestries\(\) \[\]Choice \{([\s\S]*?)\n\}/.exec(source) ?? [];
  const choices = [...list.matchAll(/\{"(\w+)", "([^"]+)"\}/g)];
  expect(choices.length).toBeGreaterThan(5);
  for (const [, code = "", label] of choices) expect(publicAncestry(code)).toBe(label);
});
