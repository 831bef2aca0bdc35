import { expect, test } from "vitest";
import { type PageFacts, trailOf } from "./page";

const pages: Record<string, PageFacts> = {
  "/hermes": { title: "Data sets" },
  "/hermes/users": { title: "Users", parent: "/hermes" },
  "/tools": { title: "Tools", parent: "/byor" },
  "/hermes/notices": { title: "Notices", parent: "/hermes", when: () => false },
  "/byor": { title: "BYOR", parent: "/tools" },
};

test.each<[string, PageFacts, string[]]>([
  ["a page without parent", { title: "Tools" }, []],
  ["one parent", { title: "Upload", parent: "/hermes" }, ["Data sets"]],
  ["outermost first", { title: "New", parent: "/hermes/users" }, ["Data sets", "Users"]],
  ["pages that name each other end", { title: "X", parent: "/tools" }, ["BYOR", "Tools"]],
  ["a page that one may not enter", { title: "X", parent: "/hermes/notices" }, []],
])("%s", (_name, facts, want) => {
  expect(trailOf(facts, (path) => pages[path], { roles: [], permissions: [] }).map((step) => step.label)).toEqual(want);
});
