/** The stage of a job as the server says it: a word, and after a comma how far it is: "Combining, 12 of 40 rows". */
export function stageParts(stage: string): { word: string; amount: string } {
  const comma = stage.indexOf(", ");
  return comma < 0 ? { word: stage, amount: "" } : { word: stage.slice(0, comma), amount: stage.slice(comma + 2) };
}
