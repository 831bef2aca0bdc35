import type { Rolldown } from "vite";

export type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The built files that a route needs before it shows: those of the entry, its layouts and itself. */
export interface RouteFiles {
  /** File in `src/routes`. */
  route: string;
  scripts: Set<string>;
  styles: Set<string>;
}

/** What the router's plugin makes of a route's component: `src/routes/a.tsx?tsr-split=component`. */
const splitRoute = /\/src\/routes\/(.+\.tsx)\?tsr-split=component/;

/** A chunk, and everything that it imports statically. */
function closure(bundle: Bundle, names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== "chunk") continue;
    seen.add(name);
    closure(bundle, chunk.imports, seen);
  }
  return seen;
}

/** The layouts that stand around a route: the files of the folders that it is in. */
function layoutsOf(route: string): string[] {
  const folders = route.split("/").slice(0, -1);
  return folders.flatMap((_, depth) => {
    const path = folders.slice(0, depth + 1).join("/");
    return [`${path}.tsx`, `${path}/route.tsx`];
  });
}

export function routeFiles(bundle: Bundle): RouteFiles[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
  const entries = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  const chunkOf = new Map<string, string>();
  for (const { moduleIds, fileName } of chunks) {
    for (const id of moduleIds) {
      const route = splitRoute.exec(id)?.[1];
      if (route) chunkOf.set(route, fileName);
    }
  }
  return [...chunkOf].map(([route, own]) => {
    const around = layoutsOf(route).flatMap((layout) => chunkOf.get(layout) ?? []);
    const scripts = closure(bundle, [...entries, ...around, own]);
    const styles = [...scripts].flatMap((name) => [...((bundle[name] as Chunk).viteMetadata?.importedCss ?? [])]);
    return { route, scripts, styles: new Set(styles) };
  });
}
