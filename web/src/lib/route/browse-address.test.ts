import { describe, expect, it } from "vitest";
import { browseLink, browseSearch, regionLink } from "./browse-address";

const region = { chromosome: 23, start: 1_000, end: 2_000 };

it.each([
  ["hermes", "/hermes/browse/region/$what"],
  ["datasets", "/browse/region/$what"],
  ["public", "/p/browse/region/$what"],
] as const)("a region in %s", (area, to) => {
  const search = { build: "GRCh38", results: ["ma:1"] } as const;
  expect(regionLink(area, region, { ...search, results: ["ma:1"] })).toEqual({
    to,
    params: { what: "X:1000-2000" },
    search,
  });
});

it("genes and variants stand beside it", () => {
  expect(browseLink("hermes", "gene", "PITX2")).toEqual({
    to: "/hermes/browse/gene/$what",
    params: { what: "PITX2" },
    search: {},
  });
});

describe("what the address keeps", () => {
  it.each<[object, object]>([
    [{}, {}],
    [
      { build: "GRCh37", results: ["ma:1", "upload:2"], ld: "4:1:T:C" },
      { build: "GRCh37", results: ["ma:1", "upload:2"], ld: "4:1:T:C" },
    ],
    [{ results: "file:3" }, { results: ["file:3"] }],
    [{ build: "hg19", more: 1 }, {}],
  ])("%j", (written, read) => expect(browseSearch.parse(written)).toEqual(read));
});
