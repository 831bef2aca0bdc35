import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { pathOf } from "./preloads.ts";
import { type Bundle, type RouteFiles, routeFiles } from "./routeFiles.ts";

/**
 * The first route: the first page of a new visitor and the three sign-in pages. Everybody else's
 * first page is one of the others with the code of a door still in the browser's cache.
 */
const first = new Set(["login.index.tsx", "_empty/hermes/login.tsx", "_empty/sgc/login.tsx"]);
/** Published pages: other sites show them within their own. */
const pages = new Set(["_public/p/pages.$slug.tsx", "p.pages.$slug.embed.tsx"]);
/** kB (1000 bytes) of gzip that a route may need before it shows. */
const most = { first: 200, page: 248, other: 284 };

/** The lists that `npm run bench:cold` measures. Each may make 60 requests with an empty cache. */
const lists = new Set([
  ...["/admin", "/admin/audit", "/admin/users", "/datasets", "/byor", "/minibioindex", "/tools"],
  ...["/hermes", "/hermes/ma", "/hermes/phenotypes", "/hermes/notices", "/hermes/users"],
  ...["/sgc", "/sgc/phenotypes", "/sgc/phenotype-case-totals", "/sgc/completeness"],
]);
/** Scripts and sheets that a list may need before it shows; the others of the 60 are calls, fonts and what follows. */
const mostFiles = 42;

/** The lists that need more files than they may, or are not built. */
export function scattered(routes: readonly RouteFiles[]): string[] {
  const filesOf = new Map(routes.map(({ route, scripts, styles }) => [pathOf(route), scripts.size + styles.size]));
  return [...lists].filter((path) => (filesOf.get(path) ?? Number.POSITIVE_INFINITY) > mostFiles);
}

export interface RouteSize {
  /** File in `src/routes`. */
  route: string;
  script: number;
  style: number;
  /** All in bytes of gzip. */
  limit: number;
}

/** Scripts and sheets that each route needs before it shows: of the entry, its layouts and itself. */
export function routeSizes(bundle: Bundle): RouteSize[] {
  const packed = new Map<string, number>();
  const sizeOf = (name: string) => {
    const known = packed.get(name);
    if (known !== undefined) return known;
    const file = bundle[name];
    const bytes = file ? gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 }).length : 0;
    packed.set(name, bytes);
    return bytes;
  };
  const sum = (names: Iterable<string>) => [...names].reduce((all, name) => all + sizeOf(name), 0);
  return routeFiles(bundle).map(({ route, scripts, styles }) => {
    const limit = (first.has(route) ? most.first : pages.has(route) ? most.page : most.other) * 1000;
    return { route, script: sum(scripts), style: sum(styles), limit };
  });
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);

/** The largest routes of either kind, and all that need more than they may. */
export function table(sizes: RouteSize[], shown = 3): string {
  const all = ({ script, style }: RouteSize) => script + style;
  const sorted = [...sizes].sort((a, b) => all(b) - all(a));
  const rows = Object.values(most).flatMap((limit) => {
    const kind = sorted.filter((size) => size.limit === limit * 1000);
    return kind.filter((size, at) => at < shown || all(size) > size.limit);
  });
  const lines = rows.map(
    (size) => `${kB(size.script)} ${kB(size.style)} ${kB(all(size))} of ${size.limit / 1000}  ${size.route}`,
  );
  return ["kB of gzip: script, style, both, of at most; the largest routes", ...lines].join("\n");
}

/** Prints what the routes need before they show, and fails when one needs more than it may, or a list too many files. */
export function sizes(): Plugin {
  return {
    name: "cohortium-sizes",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const all = routeSizes(bundle);
        const minified = this.environment?.config.build.minify !== false;
        if (!minified) return;
        console.info(`\n${table(all)}\n`);
        const heavy = all.filter(({ script, style, limit }) => script + style > limit);
        if (heavy.length > 0)
          this.error(`too much code before it shows: ${heavy.map(({ route }) => route).join(", ")}`);
        if (![...first, ...pages].every((route) => all.some((size) => size.route === route)))
          this.error("a door or a published page has no size");
        const many = scattered(routeFiles(bundle));
        if (many.length > 0)
          this.error(`more than ${mostFiles} files before it shows, see groups.ts: ${many.join(", ")}`);
      },
    },
  };
}
