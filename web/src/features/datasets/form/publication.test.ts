import { expect, test } from "vitest";
import type { Publication } from "@/api/datasets/datasets";
import { analyst } from "@/test-app";
import { fillIn, journalLine } from "./publication";
import { newValues } from "./values";

const found: Publication = {
  pub_id: "26502338",
  title: "Genetic association analyses implicate aberrant regulation.",
  authors: "Bentham J, Morris DL, et al",
  publication: "Nature genetics",
  month_year_published: "Dec 2015",
  volume_issue: "47(12)",
  pages: "1457-1464",
  elocation_id: "doi: 10.1038/ng.3434",
  citation: "Bentham J et al. Nature genetics 2015.",
  retracted: false,
};
const other: Publication = { ...found, title: "Another article.", authors: "Cooper A", citation: "Cooper A 2020." };

const empty = newValues(analyst);
const typed = { ...empty, texts: { ...empty.texts, description: "Our own words." } };

test("title, authors and journal follow what was written, the citation becomes the publication", () => {
  const { texts } = fillIn(typed, found);
  expect(texts.description).toBe(
    `Our own words.\n${found.title}\n${found.authors}\nNature genetics. Dec 2015;47(12):1457-1464. doi: 10.1038/ng.3434.`,
  );
  expect(texts.publication).toBe(found.citation);
});

test("a second look-up writes nothing twice, in this visit or another", () => {
  const once = fillIn(typed, found);
  expect(fillIn(once, found, found)).toEqual(once);
  expect(fillIn(once, found)).toEqual(once);
});

test("another article takes the place of the one before", () => {
  const { texts } = fillIn(fillIn(typed, found), other, found);
  expect(texts.description).toMatch(/^Our own words\.\nAnother article\./);
  expect(texts.description).not.toContain(found.title);
  expect(texts.publication).toBe(other.citation);
});

test("a publication that was written by hand stays", () => {
  const own = { ...typed, texts: { ...typed.texts, publication: "In press" } };
  expect(fillIn(own, found).texts.publication).toBe("In press");
});

test("what is not known of the journal leaves no gaps", () => {
  expect(journalLine({ ...found, volume_issue: "", pages: "", elocation_id: "" })).toBe("Nature genetics. Dec 2015.");
  const none = { publication: "", month_year_published: "", volume_issue: "", pages: "", elocation_id: "" };
  expect(journalLine({ ...found, ...none })).toBe("");
});
