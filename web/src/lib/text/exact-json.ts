/** JSON whose numbers matter to the last digit: 3.2e-412 is not 0, and 0.10 is not 0.1. */

/** A text of JSON, or a number outside of one. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON with every number as the text that it is written as. */
function quoted(json: string): string {
  return json.replace(token, (found) => (found.startsWith('"') ? found : `"${found}"`));
}

function cell(value: unknown): string | null {
  if (value == null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An answer with rows under `data`: the answer itself, and its rows as texts. What a row does not have is null. */
export function readAnswer<Answer>(json: string): { answer: Answer; rows: Record<string, string | null>[] } {
  const answer = JSON.parse(json) as Answer;
  const { data } = JSON.parse(quoted(json)) as { data: Record<string, unknown>[] };
  const rows = data.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])));
  return { answer, rows };
}
