import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const features = readdirSync("src/features");

type Case = [file: string, imported: string, rule?: string];

/** Every way in which an import may go wrong, and a few that are right: file, what it imports, the rule that must bite. */
const cases: Case[] = [
  ["src/lib/a.ts", "@/ui/Card", "noRestrictedImports"],
  ["src/lib/deep/a.ts", "../../api/hermes", "noRestrictedImports"],
  ["src/api/a.ts", "@/features/sgc/words", "noRestrictedImports"],
  ["src/api/b.ts", "@/ui/Card", "noRestrictedImports"],
  ["src/ui/chart/a.ts", "@/api/hermes/hermes", "noRestrictedImports"],
  ["src/features/sgc/a.ts", "@/features/hermes/list/words", "noRestrictedImports"],
  ["src/features/sgc/cohort/a.ts", "../../hermes/list/words", "noRestrictedImports"],
  ...features.map((name): Case => [`src/features/new/deep/${name}.ts`, `../../${name}/words`, "noRestrictedImports"]),
  ["src/features/sgc/b.ts", "@/routes/index", "noRestrictedImports"],
  ["src/features/sgc/d.ts", "openapi-fetch", "noRestrictedImports"],
  ["src/features/sgc/e.ts", "@/api/client", "noRestrictedImports"],
  ["src/features/sgc/f.ts", "@/api/gen/schema", "noRestrictedImports"],
  ["src/routes/b.ts", "@/api/client", "noRestrictedImports"],
  ["src/ui/b.ts", "openapi-fetch", "noRestrictedImports"],
  ["src/lib/b.ts", "@/api/gen/schema", "noRestrictedImports"],
  ["src/lib/circle/one.ts", "./two", "noImportCycles"],
  ["src/lib/circle/two.ts", "./three", "noImportCycles"],
  ["src/lib/circle/three.ts", "@/lib/circle/one", "noImportCycles"],

  ["src/features/sgc/cohort/b.ts", "../words"],
  ["src/features/sgc/c.ts", "@/ui/Card"],
  ["src/ui/a.ts", "@/lib/format"],
  ["src/lib/contract.ts", "@/api/gen/schema"],
  ["src/api/c.ts", "openapi-fetch"],
  ["src/routes/a.ts", "@/features/sgc/words"],
];

/** How long a file may be. */
const lengths: [file: string, lines: number, long: boolean][] = [
  ["src/lib/long.ts", 401, true],
  ["src/lib/short.ts", 400, false],
  ["src/ui/Long.tsx", 251, true],
  ["src/ui/Short.tsx", 250, false],
];

test("the linter holds how long a file is, and the one way that imports go: routes, features, ui and api, lib; no circle, not even of types", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cohortium-imports-"));
  try {
    for (const name of ["biome.json", "tsconfig.json", "package.json"]) cpSync(name, join(folder, name));
    for (const [file, imported] of cases) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import type { a } from "${imported}";\nexport type b = a;\n`);
    }
    for (const [file, lines] of lengths) writeFileSync(join(folder, file), "export {};\n".repeat(lines));
    const told = await lint(folder);
    const expected = cases.flatMap(([file, , rule]) => (rule ? [`${file} ${rule}`] : []));
    expected.push(...lengths.flatMap(([file, , long]) => (long ? [`${file} noExcessiveLinesPerFile`] : [])));
    expect(told.sort()).toEqual(expected.sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

/** "src/lib/a.ts noImportCycles" for each finding. */
async function lint(folder: string): Promise<string[]> {
  const biome = resolve("node_modules", "@biomejs", "biome", "bin", "biome");
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [biome, "lint", "--max-diagnostics=none", "src"], { cwd: folder }, (_, out, err) =>
      done(out + err),
    );
  });
  return [
    ...output.matchAll(
      /^(src\/\S+?):\d+:\d+ lint\/\w+\/(noRestrictedImports|noImportCycles|noExcessiveLinesPerFile)/gm,
    ),
  ].map(([, file, rule]) => `${file} ${rule}`);
}
