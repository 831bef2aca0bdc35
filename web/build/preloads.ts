import type { Plugin } from "vite";
import { type Bundle, type RouteFiles, routeFiles } from "./routeFiles.ts";

/** Layouts that require an account. */
const behindDoors = new Set(["_app", "_bootstrap", "_sgc"]);

export interface Preload {
  /** Path of a page: "/hermes/qc/$id". */
  path: string;
  behind_door: boolean;
  /** Built files that it needs and the shell does not name. */
  files: string[];
}

/** The path of a file of `src/routes`, "/hermes/qc/$id" of "_app/hermes/qc.$id.tsx"; none of a layout. */
export function pathOf(route: string): string | undefined {
  const parts = route
    .replace(/\.tsx$/, "")
    .split(/[/.]/)
    .map((part) => part.replace(/_$/, ""));
  const last = parts.at(-1);
  if (last === "route" || last === undefined || last.startsWith("_")) return undefined;
  return `/${parts.filter((part) => !part.startsWith("_") && part !== "index").join("/")}`;
}

/** What each page needs beyond what the shell begins with, which is `shell`. */
export function preloads(routes: readonly RouteFiles[], shell: ReadonlySet<string>): Preload[] {
  return routes.flatMap(({ route, scripts, styles }) => {
    const path = pathOf(route);
    const files = [...styles, ...scripts].filter((name) => !shell.has(name)).sort();
    const [layout = ""] = route.split("/");
    return path === undefined ? [] : [{ path, behind_door: behindDoors.has(layout), files }];
  });
}

/** The files of the entry, which the shell names. */
function ofShell(bundle: Bundle): Set<string> {
  const names = Object.values(bundle).flatMap((file) =>
    file.type === "chunk" && file.isEntry
      ? [file.fileName, ...file.imports, ...(file.viteMetadata?.importedCss ?? [])]
      : [],
  );
  return new Set(names);
}

/** Writes `preloads.json`, from which the server announces the files of a page before the first script arrives. */
export function writePreloads(): Plugin {
  return {
    name: "cohortium-preloads",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const source = JSON.stringify(preloads(routeFiles(bundle), ofShell(bundle)));
        this.emitFile({ type: "asset", fileName: "preloads.json", source });
      },
    },
  };
}
