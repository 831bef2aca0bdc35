/** What computed a run, by the names that people use: {"go": "go1.26.8"} → [["Compiled with", "Go 1.26.8"]]. */
export function versionFacts(versions: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(versions).map(([name, version]) => {
    if (name === "go") return ["Compiled with", version.replace(/^go/, "Go ")];
    if (name === "cohortium") return ["Cohortium", `version ${version}`];
    return [name, version];
  });
}
