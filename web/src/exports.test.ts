import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Source {
  name: string;
  text: string;
}

/**
 * Files used by their location: routes by the router, the contract by its generator, the start of
 * the pages by the shell.
 */
const called = /^(routes\/|api\/gen\/|routeTree\.gen|main\.tsx)/;
/** Tests and what helps them. */
const ofTests = ({ name }: Source) => /test/i.test(name);

const sources = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

/** The files that contain each word. */
function usersOf(all: readonly Source[]): Map<string, Source[]> {
  const users = new Map<string, Source[]>();
  for (const source of all) {
    for (const word of new Set(source.text.match(/[\w$]+/g))) users.set(word, [...(users.get(word) ?? []), source]);
  }
  return users;
}

const exported = /^export (?:async )?(?:const|let|function\*?|class|abstract class) (\w+)/gm;

/** Unused exports, and exports of the pages that only tests use. */
function idle(all: readonly Source[]): string[] {
  const users = usersOf(all);
  return all
    .filter(({ name }) => !/\.test\.tsx?$/.test(name) && !called.test(name))
    .flatMap((source) =>
      [...source.text.matchAll(exported)]
        .map(([, value = ""]) => value)
        .filter((value) => {
          const others = users.get(value)?.filter((other) => other !== source) ?? [];
          const within = source.text.split(new RegExp(`\\b${value}\\b`)).length - 1;
          return others.length === 0 || (within === 1 && !ofTests(source) && others.every(ofTests));
        })
        .map((value) => `${source.name} ${value}`),
    );
}

test("what is exported for nobody, or known to tests alone, is found", () => {
  const shop = `export const sold = 1;
export function left() {}
export const tried = sold;
export const probed = 2;
const own = probed;`;
  const files = [
    { name: "lib/shop.ts", text: shop },
    { name: "ui/Page.tsx", text: 'import { sold } from "../lib/shop";' },
    { name: "lib/shop.test.ts", text: 'import { tried, probed } from "./shop";\nimport { made } from "./testing";' },
    { name: "lib/testing.ts", text: "export const made = 3;\nexport const unmade = 4;" },
  ];
  expect(idle(files)).toEqual(["lib/shop.ts left", "lib/shop.ts tried", "lib/testing.ts unmade"]);
});

test("nothing is exported for nobody", () => {
  expect(idle(sources("src"))).toEqual([]);
});
