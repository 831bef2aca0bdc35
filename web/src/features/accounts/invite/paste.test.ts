import { describe, expect, test } from "vitest";
import { roleNamed } from "../words";
import { delimiterOf, parsePaste, pasteOf } from "./paste";

const types = new Map([
  ["uploader", "uploader"],
  ["reviewer", "reviewer"],
]);
const read = (text: string) => parsePaste(text, "uploader", (word) => types.get(word.toLowerCase()), roleNamed);
const brief = (text: string) =>
  read(text).map(({ person: p }) => [p.user_name, p.user_type, p.first_name, p.last_name].join("|"));

describe("people of a pasted table", () => {
  test.each([
    ["one line", "person@example.org,uploader", ["person@example.org|uploader||"]],
    [
      "address alone gets the chosen type",
      "a@example.org\nb@example.org",
      ["a@example.org|uploader||", "b@example.org|uploader||"],
    ],
    ["tabs of a spreadsheet", "a@example.org\treviewer\tAda\tLee\r\n", ["a@example.org|reviewer|Ada|Lee"]],
    ["semicolons", "a@example.org;Reviewer;Ada;Lee, Jr", ["a@example.org|reviewer|Ada|Lee, Jr"]],
    [
      "heading in another order",
      "Last name,First name,E-mail,User type\nLee,Ada,a@example.org,reviewer",
      ["a@example.org|reviewer|Ada|Lee"],
    ],
    ["heading with a column of no use", "email,phone,role\na@example.org,123,reviewer", ["a@example.org|reviewer||"]],
    ["quoted cells", '"a@example.org","uploader","Ada ""A""","Lee, Jr"', ['a@example.org|uploader|Ada "A"|Lee, Jr']],
    ["spaces and blank lines", "\n  a@example.org , uploader \n\n , \n", ["a@example.org|uploader||"]],
    ["mark of the byte order", "\uFEFFemail\na@example.org", ["a@example.org|uploader||"]],
    ["old line ends", "a@example.org\rb@example.org", ["a@example.org|uploader||", "b@example.org|uploader||"]],
    [
      "addresses as mail programs write them",
      "mailto:a@example.org\n<b@example.org>",
      ["a@example.org|uploader||", "b@example.org|uploader||"],
    ],
    ["unknown type is left to the server", "a@example.org,king", ["a@example.org|king||"]],
    ["a quote that never closes", 'a@example.org,uploader,"Ada', ['a@example.org|uploader|"Ada|']],
    ["nothing", " \n", []],
  ])("%s", (_name, text, people) => expect(brief(text)).toEqual(people));

  test("lines are counted as in the text, also after a break inside quotes", () => {
    const rows = read('email,type,first name\na@example.org,uploader,"A\nB"\n\nb@example.org,reviewer,C');
    expect(rows.map((row) => row.line)).toEqual([2, 5]);
  });

  test("rows that cannot be sent say why", () => {
    expect(read(",uploader,Ada,Lee")[0]?.problem).toBe("The e-mail address is missing.");
    expect(read("a@example.org,uploader,Ada,Lee,Jr")[0]?.problem).toBe("There are more cells than columns: Jr.");
  });
});

test.each([
  ["a,b,c", ","],
  ["a;b,c;d", ";"],
  ["a;b\tc,d", "\t"],
  ['"a;b;c",d', ","],
  ["", ","],
])("delimiter of %s", (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter));

test("rows that go back into the box keep their order of columns and their surplus", () => {
  expect(pasteOf(read("Last;E-mail\nLee;a@example.org;more"))).toBe(
    "email,type,first name,last name\na@example.org,uploader,,Lee,more",
  );
  expect(pasteOf([])).toBe("");
});

/** Numbers 0 ≤ n < below, the same in every run. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const alphabet = ["a", "Z", "é", "@", ".", " ", ",", ";", "\t", '"', "'", "\n", "9"];

function table(seed: number): string[][] {
  const next = sequence(seed);
  const word = () => Array.from({ length: 1 + next(8) }, () => alphabet[next(alphabet.length)]).join("");
  return Array.from({ length: 1 + next(6) }, () => Array.from({ length: 1 + next(4) }, () => `x${word()}x`));
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1);

test("property: rows that go back into the box are read as the same rows", () => {
  const people = (text: string) => read(text).map(({ person, extra, problem }) => ({ person, extra, problem }));
  for (const seed of seeds) {
    const next = sequence(seed);
    const text = table(seed)
      .map((row) => row.map((one) => (next(2) ? one : `"${one.replaceAll('"', '""')}"`)).join(","))
      .join("\n");
    expect(people(pasteOf(read(text)))).toEqual(people(text));
  }
});

test("roles of further areas follow the type after a plus, and go back into the box", () => {
  const [row] = read("ada@example.org,uploader + SGC Reviewer+ contributor + root");
  expect(row?.person).toMatchObject({ user_type: "uploader", also_roles: ["sgc-reviewer", "contributor", "root"] });
  expect(read(pasteOf(row ? [row] : []))[0]?.person).toEqual(row?.person);
  expect(read("ada@example.org,uploader")[0]?.person).not.toHaveProperty("also_roles");
});
