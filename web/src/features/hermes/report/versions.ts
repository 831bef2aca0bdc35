/** What computed a run, by the names that people use: {"cohortium": "0.1.0"} → [["Cohortium", "version 0.1.0"]]. */
export function versionFacts(versions: Readonly<Record<string, string>>): [string, string][] {
  const { go: _, ...told } = versions; // the compiler version is for programs only
  return Object.entries(told).map(([name, version]) =>
    name === "cohortium" ? ["Cohortium", `version ${version}`] : [name, version],
  );
}

/** What figures are drawn from: the name, the run, and what computed it. */
export function sourceOf(name: string, run: string, versions: Readonly<Record<string, string>> | undefined): string {
  return [`${name}, ${run}`, ...(versions?.cohortium ? [`Cohortium ${versions.cohortium}`] : [])].join(" · ");
}
