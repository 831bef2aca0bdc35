/// <reference types="node" />
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Contract {
  paths: Record<string, Record<string, unknown>>;
}

const contract: Contract = JSON.parse(readFileSync("../internal/adapter/httpapi/openapi/openapi.gen.json", "utf8"));

const paths = Object.keys(contract.paths).map((path) => path.split("/"));

/** What the server shows under /api that is a page and no call. */
const pages = ["/api/docs"];

/** A key or a query of a path: the compiler knows whether the contract has it. */
const typed = /\b(?:apiKey|answersOf|apiQuery|apiQuestion)\(\s*"[^"]*"/g;

/** The source files of the pages by path, without tests and generated files. */
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.|(^|\/)test|testing\.|^api\/gen\/|^api\/api-query\.ts|\.gen\./.test(file),
  )
  .map((file) => ({ file, text: readFileSync(`src/${file}`, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, "") }));

/**
 * The addresses under /api in a text, in parts: placeholders become {}, and queries are removed.
 */
const addressesIn = (text: string): string[] =>
  [...text.replace(typed, "").matchAll(/["'`](?:\$\{\w+\})?(\/api\/[^"'`\n]*)/g)].map(([, address = ""]) =>
    address
      .replace(/\{\w+\}|\$\{[^}]*\}/g, "{}")
      .replace(/\?.*$/, "")
      .replace(/\{\}\{\}$/, "{}"),
  );

/** Whether the contract has an address, or anything below one that ends in a slash. */
function known(address: string): boolean {
  const asked = address.split("/");
  const below = asked.at(-1) === "";
  return paths.some(
    (path) =>
      (below ? path.length >= asked.length : path.length === asked.length) &&
      asked.every((part, at) => (below && part === "") || fits(part, path[at] as string)),
  );
}

/** Whether a part of an address is that of a path; "datasets.{}" is "datasets.csv". */
const fits = (part: string, ofPath: string) =>
  /^\{\w+\}$/.test(ofPath) || part === ofPath || (/.\{\}$/.test(part) && ofPath.startsWith(part.slice(0, -2)));

describe("what an address is", () => {
  test.each([
    ['client.GET("/api/datasets/{id}", {})', "/api/datasets/{}", true],
    ["`$O/api/hermes/uploads/$I/files/$I$I`", "/api/hermes/uploads/{}/files/{}", true],
    ["`/api/auth/verify/?group=$I`", "/api/auth/verify/", true],
    ["`$O/api/audit/export?$I`", "/api/audit/export", true],
    ["`$O/api/datasets.$I`", "/api/datasets.{}", true],
    ["`$O/api/datasets/$I/nothing`", "/api/datasets/{}/nothing", false],
    ['"/api/areas/sgc/"', "/api/areas/sgc/", true],
    ['"/api/nothing/"', "/api/nothing/", false],
  ])("%s", (text, address, isKnown) => {
    const written = text.replaceAll("$O", "$" + "{apiOrigin}").replaceAll("$I", "$" + "{part(id)}");
    expect(addressesIn(written)).toEqual([address]);
    expect(known(address)).toBe(isKnown);
  });
});

describe("calls of the server", () => {
  test("stand in api and nowhere else, as far as they are written by hand", () => {
    const elsewhere = sources.filter(({ file }) => !file.startsWith("api/"));
    const told = elsewhere.flatMap(({ file, text }) => [
      ...addressesIn(text)
        .filter((address) => !pages.includes(address))
        .map((address) => `${file}: ${address}`),
      // They ask for the build of the page itself, which is a file, and whether the server is there at all.
      ...(/\b(fetch|XMLHttpRequest|EventSource|sendBeacon)\(/.test(text) &&
      !["lib/browser/freshness.ts", "lib/browser/connection.ts"].includes(file)
        ? [`${file} asks by itself`]
        : []),
    ]);
    expect(told).toEqual([]);
  });

  test("are those of the contract", () => {
    const asked = sources.filter(({ file }) => file.startsWith("api/")).flatMap(({ text }) => addressesIn(text));
    expect(asked.length).toBeGreaterThan(100);
    expect([...new Set(asked)].filter((address) => !known(address))).toEqual([]);
  });
});

describe("names in api", () => {
  const api = sources.filter(({ file }) => file.startsWith("api/"));

  test("queries end in Query, and only they", () => {
    const made = api.flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+)[^;]*?=>?\s*(?:queryOptions|apiQuery|apiQuestion)\(/gm)].map(
        ([, name]) => name as string,
      ),
    );
    expect(made.length).toBeGreaterThan(40);
    expect(made.filter((name) => !name.endsWith("Query"))).toEqual([]);
  });

  test("keys of the cache are made in api", () => {
    const elsewhere = sources.filter(({ file }) => !file.startsWith("api/"));
    expect(elsewhere.filter(({ text }) => /queryKey: \["|queryOptions\(/.test(text)).map(({ file }) => file)).toEqual(
      [],
    );
  });
});
