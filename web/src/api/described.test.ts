/// <reference types="node" />
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const description = "What it means.";
const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Properties by name: those that are right, and those that the rule must find. */
const properties = {
  right: {
    id: text,
    described: { ...text, description },
    referred: ref("Described"),
    listed: { type: "array", items: ref("Described") },
    nullable: { allOf: [ref("Described")], nullable: true },
  },
  wrong: {
    identity: text,
    bare: text,
    empty: { ...text, description: "" },
    referred_bare: ref("Bare"),
    listed_bare: { type: "array", items: text },
    nested: { type: "object", description, properties: { bare_inside: text } },
  },
};

const contract = {
  openapi: "3.0.3",
  info: { title: "A contract", version: "1" },
  servers: [{ url: "/" }],
  security: [],
  paths: {},
  components: {
    schemas: {
      Described: { ...text, description },
      Bare: text,
      Right: { type: "object", description, properties: properties.right },
      Wrong: { type: "object", description, properties: properties.wrong },
    },
  },
};

/** The messages of the contract linter's rule for a document. */
function lint(document: unknown): string[] {
  const folder = mkdtempSync(join(tmpdir(), "cohortium-contract-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(document));
    const told = spawnSync(
      "node_modules/.bin/redocly",
      ["lint", "--config", "../api/redocly.yaml", "--format=json", file],
      {
        encoding: "utf8",
      },
    );
    const problems: { ruleId: string; message: string }[] = JSON.parse(told.stdout).problems;
    return problems.filter((problem) => problem.ruleId === "contract/described").map((problem) => problem.message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the linter of the contract finds schemas and properties without a description, and no others", () => {
  const expected = ["identity", "bare", "empty", "referred_bare", "listed_bare", "bare_inside"];
  expect(lint(contract).sort()).toEqual(
    [...expected.map((name) => `Property ${name} has no description.`), "Schema Bare has no description."].sort(),
  );
}, 30_000);
