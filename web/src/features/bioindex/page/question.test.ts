import { expect, test } from "vitest";
import { indexOf } from "../testing";
import { elsewhere, locusWords, partsOf, plainLocus, questionOf, rsWords } from "./question";

test.each([
  ["4:111600000-111800000", "region, 0.2 Mb"],
  ["chr4:111,600,000-111,800,000", "region, 0.2 Mb"],
  ["4:1000+500", "region, 500 bp"],
  ["X:64840000/7000", "region, 14 kb"],
  ["4:111600000", "position"],
  ["4:20-10", "ends before it begins"],
  ["4:20-19", "ends before it begins"],
  ["4:20-20", "region, 1 bp"],
  ["16:1-100", "region, 100 bp"],
  ["PITX2", "gene"],
  ["HLA-DRB1", "gene"],
  [" ", undefined],
])("%s is a %s", (text, words) => expect(locusWords(text)).toBe(words));

test("separators leave the numbers of a place, and nothing else", () => {
  expect(plainLocus(" 4:111,600,000-111,800,000 ")).toBe("4:111600000-111800000");
  expect(plainLocus("A1,234")).toBe("A1,234");
});

const build = indexOf().build as NonNullable<ReturnType<typeof indexOf>["build"]>;
const keyed = { ...build, keys: [{ columns: ["gene", "ensembl_id"] }] };

test("a value for each key, the locus last", () => {
  expect(partsOf(keyed).map(({ label }) => label)).toEqual(["gene or ensembl_id", "Region, gene or position"]);
  expect(partsOf({ ...build, locus: { text: "varId=$chr:$pos", column: "varId" } })[0]?.kind).toBe("identifier");
  expect(questionOf(keyed, { q: ["T2D"] })).toBeUndefined();
  expect(questionOf(keyed, { q: ["T2D", ""] })).toBeUndefined();
  expect(questionOf(keyed, { q: ["T2D", "PITX2"], flank: 0 })).toEqual({ q: ["T2D", "PITX2"], flank: undefined });
});

const server = "https://cohortium.example.org";
const address = `${server}/api/bio/query/i1`;
const place = { id: "i1", server, address };
const code = (lines: { code: string }[]) => lines.map((line) => line.code);

test("the lines for curl, R and Python ask the same, with a token unless it is public", () => {
  const [curl, r, python] = code(elsewhere(place, { q: ["it's", "PITX2"], flank: 10_000 }, false));
  expect(curl).toBe(
    `curl -H "Authorization: Bearer $COHORTIUM_TOKEN" \\\n  '${address}?q=it'\\''s&q=PITX2&flank=10000'`,
  );
  expect(r).toBe(
    'library(cohortium)\nregistry <- cohortium_connect("https://cohortium.example.org")\n' +
      'query_index(registry, "i1", "it\'s", "PITX2", flank = 10000)',
  );
  expect(python).toBe(
    'import cohortium\nregistry = cohortium.connect("https://cohortium.example.org")\n' +
      'registry.query("i1", "it\'s", "PITX2", flank=10000)',
  );

  const open = code(elsewhere(place, { q: ["4:1-2"] }, true));
  expect(open[0]).toBe(`curl '${address}?q=4:1-2'`);
  expect(open.join("\n")).not.toContain("TOKEN");
  expect(open[1]).toContain('query_index(registry, "i1", "4:1-2")');
});

test("whether rows are found by rs number", () => {
  const columns = [
    { name: "chr", type: "text" as const },
    { name: "rsid", type: "text" as const },
  ];
  expect(rsWords({ columns, keys: [] })).toMatch(/^This index cannot be searched by rsID: rsid is not a key\./);
  expect(rsWords({ columns, keys: [{ columns: ["gene", "rsid"] }] })).toBe(
    "You can search by rsID: it is the value of rsid.",
  );
  expect(rsWords({ columns: columns.slice(0, 1), keys: [] })).toBeUndefined();
  expect(locusWords("rs2200733")).toBe("rsID is not a key of this index");
  expect(locusWords("RS1")).not.toBe("gene");
  expect(locusWords("RSPO1")).toBe("gene");
});
