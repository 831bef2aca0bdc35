import type { RegisteredRouter } from "@tanstack/react-router";

/** The path of a page as the route table names it: "/hermes/qc/$id". */
export type PagePath = RegisteredRouter["routeTree"]["types"]["fileRouteTypes"]["to"];

/**
 * Every path of the route table, and whether a redirect may lead there. A "door" is a page to sign
 * in, register or complete duties; no redirect leads to one. The type requires exactly the paths of
 * the routes.
 */
const paths: Record<PagePath, "page" | "door"> = {
  "/": "door",
  "/login": "door",
  "/login/callback": "door",
  "/login/reset": "door",
  "/register": "door",
  "/profile/duties": "door",
  "/hermes/login": "door",
  "/sgc/login": "door",

  "/hermes": "page",
  "/hermes/new": "page",
  "/hermes/new/bulk": "page",
  "/hermes/qc/$id": "page",
  "/hermes/ma": "page",
  "/hermes/ma/new": "page",
  "/hermes/ma/compare": "page",
  "/hermes/ma/$id": "page",
  "/hermes/ma/prepared/$id": "page",
  "/hermes/freezes": "page",
  "/hermes/freezes/new": "page",
  "/hermes/freezes/$id": "page",
  "/hermes/phenotypes": "page",
  "/hermes/notices": "page",
  "/hermes/settings": "page",
  "/hermes/dashboard": "page",
  "/hermes/users": "page",
  "/hermes/users/new": "page",
  "/hermes/changepassword": "page",
  "/hermes/profile": "page",

  "/hermes/browse/region/$what": "page",
  "/hermes/browse/gene/$what": "page",
  "/hermes/browse/variant/$what": "page",

  "/sgc": "page",
  "/sgc/new": "page",
  "/sgc/edit/$id": "page",
  "/sgc/view/$id": "page",
  "/sgc/phenotypes": "page",
  "/sgc/phenotype-case-totals": "page",
  "/sgc/completeness": "page",
  "/sgc/archive": "page",
  "/sgc/users": "page",

  "/datasets": "page",
  "/datasets/new": "page",
  "/datasets/import": "page",
  "/datasets/$id": "page",
  "/browse/compare": "page",
  "/profile": "page",
  "/configbuilder": "page",
  "/admin": "page",
  "/admin/users": "page",
  "/admin/audit": "page",
  "/admin/reference": "page",
  "/admin/setup": "page",
  "/admin/storage": "page",
  "/admin/consortium": "page",
  "/admin/rules": "page",

  "/browse/region/$what": "page",
  "/browse/gene/$what": "page",
  "/browse/variant/$what": "page",

  "/p": "page",
  "/help": "page",
  "/help/$topic": "page",
  "/p/datasets": "page",
  "/p/datasets/$id": "page",
  "/p/freezes/$name": "page",
  "/p/pages/$slug": "page",
  "/p/pages/$slug/embed": "page",
  "/p/browse/region/$what": "page",
  "/p/browse/gene/$what": "page",
  "/p/browse/variant/$what": "page",

  "/byor": "page",
  "/tools": "page",
  "/tools/$id": "page",
  "/create": "page",
  "/minibioindex": "page",
  "/minibioindex/new": "page",
  "/minibioindex/$id": "page",
};

/** Ids are held to the characters that the server makes them of; regions, genes and variants to those of their names. */
const id = "[a-z0-9]{1,64}";
const slug = "[a-z0-9-]{1,60}";
const what = "[A-Za-z0-9_.:%,-]{1,300}";

function pattern(path: string): string {
  return `^${path
    .replace("$id", id)
    .replace("$what", what)
    .replace(/\$(?:slug|topic|name)/, slug)}/?$`;
}

/** What an address must match for a page to be there. The build writes them for the server, which answers 404 to the others. */
export const pagePatterns: readonly string[] = Object.keys(paths).map(pattern);

const all = pagePatterns.map((source) => new RegExp(source));
const pages = Object.entries(paths)
  .filter(([, kind]) => kind === "page")
  .map(([path]) => new RegExp(pattern(path)));

/** Whether a route has this path, and its id can be one. */
export function isRoute(pathname: string): boolean {
  return all.some((route) => route.test(pathname));
}

/** Whether a redirect may lead to this path. */
export function isKnownPath(pathname: string): boolean {
  return pages.some((page) => page.test(pathname));
}

/** Whether `pathname` is `root` or below it, by whole segments: "/login" holds "/login/reset", not "/loginanything". */
export function within(pathname: string, root: string): boolean {
  return pathname === root || pathname.startsWith(`${root}/`);
}
