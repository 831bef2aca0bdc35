import { expect, test } from "vitest";
import { afterSignIn, homeOf } from "./landing";

const sets = [
  [],
  ["hermes"],
  ["sgc"],
  ["datasets"],
  ["hermes", "sgc"],
  ["sgc", "datasets"],
  ["hermes", "sgc", "datasets"],
];
const homes = { "/hermes": "hermes", "/sgc": "sgc", "/datasets": "datasets" } as const;

test("sign-in leads to an area that the account may enter, whatever its groups are", () => {
  const wanted = [undefined, "/", "/hermes", "/sgc/new", "/datasets?q=1", "//evil.example", "/hermes/login"];
  for (const areas of sets.filter((some) => some.length > 0)) {
    for (const groups of sets) {
      for (const want of wanted) {
        const path = afterSignIn({ roles: [], groups, areas }, want).replace(/[?#].*$/, "");
        const root = `/${path.split("/")[1]}` as keyof typeof homes;
        expect([areas, groups, want, areas.includes(homes[root])]).toEqual([areas, groups, want, true]);
      }
    }
  }
});

test.each([
  ["member of HERMES", ["hermes"], ["hermes"], "/hermes"],
  ["member of HERMES and more", ["datasets", "hermes"], ["datasets", "hermes"], "/hermes"],
  ["member of HERMES without a role there", ["hermes"], ["datasets"], "/datasets"],
  ["cohort contact", ["sgc"], ["sgc"], "/sgc"],
  ["curator with a place in SGC", ["sgc"], ["sgc", "datasets"], "/datasets"],
  ["account of no group", [], ["hermes", "sgc", "datasets"], "/datasets"],
  ["account without an area", [], [], "/datasets"],
])("home of a %s", (_who, groups, areas, home) => expect(homeOf({ roles: [], groups, areas })).toBe(home));

test.each([
  ["a page of ours, query and all", ["hermes"], "/hermes/qc/x?run=1", "/hermes/qc/x?run=1"],
  ["another site", ["hermes"], "//evil.example", "/hermes"],
  ["nothing", ["datasets"], undefined, "/datasets"],
  ["a page outside of HERMES for an account that ends there", ["hermes"], "/datasets?q=1", "/hermes"],
  ["the same page for others", ["hermes", "datasets"], "/datasets?q=1", "/datasets?q=1"],
  ["the registry for a cohort contact", ["sgc"], "/datasets", "/sgc"],
  ["the own profile for a cohort contact", ["sgc"], "/profile", "/profile"],
  ["a sign-in page", ["hermes"], "/hermes/login", "/hermes"],
  ["the page of what is owed", ["datasets"], "/profile/duties", "/datasets"],
])("after signing in: %s", (_what, areas, wanted, want) =>
  expect(afterSignIn({ roles: [], groups: areas, areas }, wanted)).toBe(want),
);

test.each([
  ["from the front door", undefined, "/admin"],
  ["from the start of the site", "/datasets", "/admin"],
  ["with a filter of that list", "/datasets?q=1", "/datasets?q=1"],
  ["with another address", "/hermes/qc/x", "/hermes/qc/x"],
])("an administrator who comes %s", (_how, wanted, want) => {
  const admin = { roles: ["admin"], groups: ["hermes", "sgc", "datasets"], areas: ["hermes", "sgc", "datasets"] };
  expect(afterSignIn(admin, wanted)).toBe(want);
  expect(afterSignIn({ ...admin, groups: ["hermes"] }, undefined)).toBe("/hermes");
});
