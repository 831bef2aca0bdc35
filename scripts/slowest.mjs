// Runs all tests and renews the table of the twenty slowest in docs/testing.md. What stands there about a test stays.
//   node scripts/slowest.mjs            run them; what they say of themselves is kept in bin/slowest
//   node scripts/slowest.mjs --again    take what the last run said
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const said = join(root, "bin", "slowest");
const of = (name) => join(said, `${name}.json`);
const count = 20;
const begin = "| seconds | test | why |";

/** Runs the tests of one kind, alone, so that their times can be compared. */
function run(name, folder, command, env = {}) {
  const out = command[0] === "go" ? openSync(of(name), "w") : "inherit";
  const { status } = spawnSync(command[0], command.slice(1), {
    cwd: join(root, folder),
    env: { ...process.env, ...env },
    stdio: ["ignore", out, "inherit"],
  });
  if (out !== "inherit") closeSync(out);
  if (status !== 0) console.error(`${name}: some tests fail; their times count all the same`);
}

function runAll() {
  mkdirSync(said, { recursive: true });
  run("go", ".", ["go", "test", "-vet=off", "-timeout=20m", "-count=1", "-json", "./..."]);
  run("vitest", "web", ["npx", "vitest", "run", "--reporter=json", `--outputFile=${of("vitest")}`]);
  run("playwright", "web", ["npx", "playwright", "test", "--reporter=json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: of("playwright"),
  });
}

const read = (name) => readFileSync(of(name), "utf8");

function* goTests() {
  for (const line of read("go").split("\n")) {
    if (!line.startsWith("{")) continue;
    const { Action, Package, Test, Elapsed } = JSON.parse(line);
    if (Test && !Test.includes("/") && (Action === "pass" || Action === "fail")) {
      yield { seconds: Elapsed, test: `${Package.replace("cohortium/", "")} ${Test}` };
    }
  }
}

function* pageTests() {
  for (const file of JSON.parse(read("vitest")).testResults) {
    for (const { fullName, duration } of file.assertionResults) {
      yield { seconds: (duration ?? 0) / 1000, test: `${relative(root, file.name)} ${fullName}` };
    }
  }
}

function* stories(suites = JSON.parse(read("playwright")).suites) {
  for (const { file, specs, suites: inner = [] } of suites) {
    for (const { title, tests } of specs) {
      for (const { projectName, results } of tests) {
        const longest = Math.max(0, ...results.map(({ duration }) => duration));
        yield { seconds: longest / 1000, test: `web/e2e/${file} ${title} (${projectName})` };
      }
    }
    yield* stories(inner);
  }
}

/** The lines of the table in a text, and where they begin and end. */
function tableIn(lines) {
  const from = lines.indexOf(begin);
  if (from < 0) throw new Error(`docs/testing.md has no line "${begin}"`);
  let to = from;
  while (lines[to]?.startsWith("|")) to += 1;
  return { from, to, rows: lines.slice(from + 2, to) };
}

if (!process.argv.includes("--again")) runAll();
const document = join(root, "docs", "testing.md");
const lines = readFileSync(document, "utf8").split("\n");
const { from, to, rows } = tableIn(lines);
const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
const why = new Map(cells.map(([, , test, reason]) => [test, reason]));
const slowest = [...goTests(), ...pageTests(), ...stories()].sort((a, b) => b.seconds - a.seconds).slice(0, count);
const named = slowest.map(({ seconds, test }) => ({ seconds, test: `\`${test.replaceAll("|", "/")}\`` }));
const table = named.map(({ seconds, test }) => `| ${seconds.toFixed(1)} | ${test} | ${why.get(test) ?? ""} |`);
lines.splice(from, to - from, begin, "|---:|---|---|", ...table);
writeFileSync(document, lines.join("\n"));
for (const { seconds, test } of named) console.log(`${seconds.toFixed(1).padStart(7)} s  ${test}`);
