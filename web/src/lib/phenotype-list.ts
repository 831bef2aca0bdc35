/** What the lists of phenotypes of every area have in common. Pure; no DOM. */

/** Which part of a list is shown. */
export type Shown = "current" | "retired";

export const shownWords: readonly { value: Shown; label: string }[] = [
  { value: "current", label: "In use" },
  { value: "retired", label: "Retired" },
];

/** Whether a phenotype belongs to the part that is shown; any other word shows all. */
export function isShown(retired: boolean, shown: string | undefined): boolean {
  return shown === "retired" ? retired : shown !== "current" || !retired;
}

export const maxDescription = 500;

/** The problem of a phenotype's description. */
export function descriptionProblem(description: string, whatIsMissing: string): string | undefined {
  const { length } = description.trim();
  if (length === 0) return whatIsMissing;
  return length > maxDescription
    ? `A description has at most ${maxDescription} characters. This one has ${length}.`
    : undefined;
}
