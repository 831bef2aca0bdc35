/**
 * Splits the server's stage of a job: a word, and after a comma its progress: "Combining, 12 of 40
 * rows".
 */
export function stageParts(stage: string): { word: string; amount: string } {
  const comma = stage.indexOf(", ");
  return comma < 0 ? { word: stage, amount: "" } : { word: stage.slice(0, comma), amount: stage.slice(comma + 2) };
}
