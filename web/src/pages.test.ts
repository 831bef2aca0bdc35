import { expect, test } from "vitest";
import { pagesFile } from "../build/pages";
import { createQueryClient } from "./api/queries";
import { isRoute, pagePatterns } from "./lib/route/known-paths";
import { createAppRouter } from "./router";

const good = { $id: "k3wq7zylm2c5x4aub6tdnoepri", $what: "1:55039974:G:T", $slug: "first-results", $name: "release-4" };
const bad = {
  $id: ["not-an-id", "A1", "a b", "a.b", "a".repeat(65)],
  $what: ["a*", "a(b)"],
  $slug: ["A", "a_b"],
  $name: ["A", "a_b"],
};

const routes = Object.values(createAppRouter(createQueryClient()).routesById)
  .filter((route) => !("children" in route && route.children))
  .map(({ fullPath }) => fullPath.replace(/(.)\/$/, "$1"));

const serves = (path: string) => pagePatterns.some((source) => new RegExp(source).test(path));

test("the server's table is that of the guard, and both have exactly the routes", () => {
  expect(JSON.parse(pagesFile())).toEqual(pagePatterns);
  expect(pagePatterns).toHaveLength(routes.length);
  for (const route of routes) {
    const path = route.replace(/\$\w+/, (name: string) => good[name as keyof typeof good]);
    expect([path, serves(path), isRoute(path)]).toEqual([path, true, true]);
    expect(serves(`${path}/further/on`)).toBe(false);
  }
});

test.each(Object.entries(bad))("a route refuses a wrong %s", (name, values) => {
  for (const route of routes.filter((path) => path.endsWith(name))) {
    const parent = route.slice(0, -name.length);
    expect(values.filter((value) => isRoute(parent + value) || isRoute(parent + encodeURIComponent(value)))).toEqual(
      [],
    );
  }
});
