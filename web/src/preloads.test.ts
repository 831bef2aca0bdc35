import { expect, test } from "vitest";
import { pathOf, preloads } from "../build/preloads";

test.each([
  ["_app/hermes/qc.$id.tsx", "/hermes/qc/$id"],
  ["_app/hermes/index.tsx", "/hermes"],
  ["_app/hermes/new_.bulk.tsx", "/hermes/new/bulk"],
  ["_app/hermes/ma.index.tsx", "/hermes/ma"],
  ["_public/p/pages.$slug.tsx", "/p/pages/$slug"],
  ["p.pages.$slug.embed.tsx", "/p/pages/$slug/embed"],
  ["index.tsx", "/"],
  ["_app.tsx", undefined],
  ["_app/hermes/route.tsx", undefined],
])("%s is the page %s", (route, path) => {
  expect(pathOf(route)).toBe(path);
});

test("a page names what the shell does not, and whether a door is before it", () => {
  const files = { scripts: new Set(["assets/index.js", "assets/own.js"]), styles: new Set(["assets/own.css"]) };
  const shell = new Set(["assets/index.js"]);
  const routes = [
    { route: "_sgc/sgc/new.tsx", ...files },
    { route: "_public/p/datasets/index.tsx", ...files },
    { route: "_sgc.tsx", ...files },
  ];
  expect(preloads(routes, shell)).toEqual([
    { path: "/sgc/new", behind_door: true, files: ["assets/own.css", "assets/own.js"] },
    { path: "/p/datasets", behind_door: false, files: ["assets/own.css", "assets/own.js"] },
  ]);
});
