import { describe, expect, test } from "vitest";
import { createQueryClient } from "./api/queries";
import { areaOf, areas, visibleItems } from "./lib/route/areas";
import { isCurrent, isOwnAccount } from "./lib/route/current";
import { isKnownPath, isRoute } from "./lib/route/known-paths";
import { createAppRouter } from "./router";

const router = createAppRouter(createQueryClient());
const leaves = Object.values(router.routesById).filter((route) => !("children" in route && route.children));
const pathOf = (route: { fullPath: string }) => route.fullPath.replace(/(.)\/$/, "$1");

/** The layout of a page: its pathless parent route. */
function layoutOf(id: string): string {
  return /^\/_(app|bootstrap|sgc|empty|public)\//.exec(id)?.[1] ?? "none";
}

/** The table of the design; pages added to an area are at the end. */
const table: Record<string, string[]> = {
  sgc: [
    "/sgc",
    "/sgc/new",
    "/sgc/edit/$id",
    "/sgc/view/$id",
    "/sgc/phenotypes",
    "/sgc/phenotype-case-totals",
    "/sgc/users",
    "/sgc/completeness",
    "/sgc/archive",
  ],
  app: [
    "/hermes",
    "/hermes/new",
    "/hermes/new/bulk",
    "/hermes/notices",
    "/hermes/settings",
    "/hermes/phenotypes",
    "/hermes/qc/$id",
    "/hermes/ma",
    "/hermes/ma/new",
    "/hermes/ma/compare",
    "/hermes/ma/$id",
    "/hermes/ma/prepared/$id",
    "/hermes/freezes",
    "/hermes/freezes/new",
    "/hermes/freezes/$id",
    "/hermes/dashboard",
    "/hermes/users",
    "/hermes/users/new",
    "/hermes/changepassword",
    "/byor",
    "/tools",
    "/tools/$id",
    "/create",
    "/minibioindex",
    "/minibioindex/new",
    "/minibioindex/$id",
    "/hermes/profile",
    "/hermes/browse/region/$what",
    "/hermes/browse/gene/$what",
    "/hermes/browse/variant/$what",
  ],
  bootstrap: [
    "/datasets",
    "/datasets/new",
    "/datasets/$id",
    "/datasets/import",
    "/browse/compare",
    "/profile",
    "/configbuilder",
    "/admin",
    "/admin/users",
    "/admin/audit",
    "/admin/consortium",
    "/admin/reference",
    "/admin/rules",
    "/admin/setup",
    "/admin/storage",
    "/browse/region/$what",
    "/browse/gene/$what",
    "/browse/variant/$what",
  ],
  empty: ["/sgc/login", "/hermes/login", "/register", "/profile/duties"],
  public: [
    "/help",
    "/help/$topic",
    "/p",
    "/p/datasets",
    "/p/datasets/$id",
    "/p/freezes/$name",
    "/p/pages/$slug",
    "/p/browse/region/$what",
    "/p/browse/gene/$what",
    "/p/browse/variant/$what",
  ],
  none: ["/", "/login", "/login/callback", "/login/reset", "/p/pages/$slug/embed"],
};

describe("the route table", () => {
  test("has exactly the paths of the design, each in its layout", () => {
    const found: Record<string, string[]> = {};
    for (const route of leaves) {
      const layout = layoutOf(route.id);
      found[layout] = [...(found[layout] ?? []), pathOf(route)];
    }
    const sorted = (record: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(record).map(([layout, paths]) => [layout, [...paths].sort()]));
    expect(sorted(found)).toEqual(sorted(table));
  });

  test("every page has a title, and its parents are pages", () => {
    const paths = new Set(leaves.map(pathOf));
    const wrong = leaves
      .filter((route) => route.id !== "/")
      .filter(
        ({ options: { staticData } }) => !staticData?.title || (staticData.parent && !paths.has(staticData.parent)),
      )
      .map((route) => route.id);
    expect(wrong).toEqual([]);
  });
});

/** A path of a route, with an id where it has one. */
const example = (path: string) => path.replace(/\$(id|what|slug|topic|name)/, "x1");
const framed = leaves.filter((route) => ["app", "bootstrap", "sgc"].includes(layoutOf(route.id)));
const everything = { roles: ["admin"], permissions: [] };

/** The places of the bar that a path marks: items of its area's menu, and the account. */
function marked(path: string): string[] {
  const items = visibleItems(areas[areaOf(path)].items, everything).filter((item) => isCurrent(item, path));
  return [...items.map(({ label }) => label), ...(isOwnAccount(path) ? ["account"] : [])];
}

describe("where one is", () => {
  test.each(framed.map((route) => [pathOf(route)]))("%s marks exactly one place of the bar", (path) => {
    expect(marked(example(path))).toHaveLength(1);
  });

  test.each(framed.map((route) => [pathOf(route), route] as const))(
    "the breadcrumb of %s begins in the place that the bar marks, unless the page is one of its places",
    (path, { options: { staticData } }) => {
      const places = areas[areaOf(path)].items.flatMap((item) => ("entries" in item ? item.entries : [item]));
      if (isOwnAccount(path) || places.some(({ to }) => to === path)) return;
      expect(staticData?.parent).toBeDefined();
      expect(marked(staticData?.parent ?? "")).toEqual(marked(example(path)));
    },
  );
});

describe("redirects", () => {
  const doors = new Set(["/", "/register", "/profile/duties"]);
  const isDoor = (path: string) => doors.has(path) || /\/login(\/|$)/.test(path);

  test("may lead to every page behind the sign-in, and nowhere else", () => {
    const paths = leaves.map((route) => pathOf(route));
    expect(paths.filter((path) => !isRoute(example(path)))).toEqual([]);
    expect(paths.filter((path) => isKnownPath(example(path)) === isDoor(path))).toEqual([]);
  });
});
