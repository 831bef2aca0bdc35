import { expect, test } from "vitest";
import { suggestionsFor } from "./VocabularyField";

const terms = [
  { value: "HRC r1.1", used: 2 },
  { value: "TOPMed r2", used: 1 },
  { value: "1000 Genomes phase 3", used: 0 },
];
const shown = (typed: string) => suggestionsFor(terms, typed).map(({ value, detail }) => [value, detail]);

test("what is typed narrows the suggestions, whatever the order of its words", () => {
  expect(shown("")).toEqual([
    ["HRC r1.1", "in 2 submissions"],
    ["TOPMed r2", "in 1 submission"],
    ["1000 Genomes phase 3", undefined],
  ]);
  expect(shown("phase genomes")).toEqual([["1000 Genomes phase 3", undefined]]);
  expect(shown("SISu")).toEqual([]);
});

test("nothing is suggested for a text that is one of them", () => {
  expect(shown("hrc R1.1 ")).toEqual([]);
});
