// Prints the licences of everything that the program and its pages are built from: the modules that Go links and the
// packages that npm bundles. One without a licence file is an error.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const run = (command, ...args) => execFileSync(command, args, { encoding: "utf8", maxBuffer: 64 << 20 });

const modules = run("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/cohortium")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("\t"))
  .concat([["Go and its standard library", run("go", "env", "GOVERSION").trim(), run("go", "env", "GOROOT").trim()]]);

const packages = run("npm", "--prefix", "web", "ls", "--omit=dev", "--all", "--parseable")
  .split("\n")
  .filter((folder) => folder.includes("node_modules"))
  .map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return [name, version, folder];
  });

const isLicence = /^(un)?licen[cs]e|^copying|^notice|^patents$/i;

function licencesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
}

/** What a package without a licence file says in its package.json or at the end of its readme. */
function declared(folder) {
  const file = join(folder, "package.json");
  const licence = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).license : undefined;
  if (typeof licence === "string") return [`Licence: ${licence}`];
  const readme = readdirSync(folder).find((name) => /^readme\.md$/i.test(name));
  const section = readme && readFileSync(join(folder, readme), "utf8").match(/^#+ *Licen[cs]e\s+([^]+)$/im)?.[1];
  return section ? [section.trim()] : [];
}

const parts = new Map();
const lacking = [];
for (const [name, version, folder] of [...modules, ...packages]) {
  const files = licencesOf(folder);
  const texts = files.length > 0 ? files : declared(folder);
  if (texts.length === 0) lacking.push(`${name} ${version}`);
  parts.set(`${name} ${version}`, texts.join("\n\n"));
}
if (lacking.length > 0) {
  process.stderr.write(`These have no licence file: ${lacking.join(", ")}\n`);
  process.exit(1);
}
const names = [...parts.keys()].sort();
process.stdout.write("What Cohortium is built from, with the licence of each part.\n");
for (const name of names) process.stdout.write(`\n${"=".repeat(80)}\n${name}\n${"=".repeat(80)}\n\n${parts.get(name)}\n`);
