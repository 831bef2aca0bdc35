import { expect, test } from "vitest";
import { slugFault, slugOf } from "./slug";

test.each([
  ["Gene burden results, HF", "gene-burden-results-hf"],
  ["  Ménière’s disease  ", "meniere-s-disease"],
  ["β", "page"],
  ["HF", "page-hf"],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
])("%j → %s", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
  expect(slugFault(slug)).toBeUndefined();
});

test.each(["ab", "a".repeat(61), "A-b", "a--b", "-ab", "ab-", "a b"])("%j is refused", (slug) =>
  expect(slugFault(slug)).toBeTruthy(),
);

test.each(["abc", "a".repeat(60), "a-1-b"])("%j is an address", (slug) => expect(slugFault(slug)).toBeUndefined());
