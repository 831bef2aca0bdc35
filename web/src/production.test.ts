import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * Builds in a separate folder with the guard disabled by VITE_SKIP_AUTH; the text of all scripts.
 */
function scripts(nodeEnv: "production" | "development", ...what: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "cohortium-build-"));
  try {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: nodeEnv, VITE_SKIP_AUTH: "1" };
    const vite = join("node_modules", "vite", "bin", "vite.js");
    const options = ["build", ...what, "--outDir", folder, "--emptyOutDir", "--minify", "false", "--logLevel", "error"];
    execFileSync(process.execPath, [vite, ...options], { env });
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
    return names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A build takes its time on a busy machine. */
const patient = { timeout: 180_000 };

/** Traces of the option: the placeholder user, who has no name, and the name of the setting. */
const traces = [/is_active: false,\s+roles: \[\]/, /SKIP_AUTH/i, /skipAuth = (?!false)/];

describe("the switch that takes the guard away", () => {
  test("leaves no trace in a build that is served", patient, () => {
    const text = scripts("production");
    expect(text).toContain("/api/is-logged-in");
    expect(traces.filter((trace) => trace.test(text))).toEqual([]);
  });

  test("is in a development build, where these traces are found", patient, () => {
    const text = scripts("development", "--ssr", "src/features/accounts/frame/admit.ts"); // the guard alone, to be quick
    expect(traces.some((trace) => trace.test(text))).toBe(true);
  });
});
