import type { Column, PageDocument, Step } from "./document";

/** The id that a name makes: "P value" → p_value, "2nd" → column_2nd. */
export function idOf(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  // true and false are values of the language of expressions.
  const id = /^[a-z]/.test(words) && !/^(true|false)$/.test(words) ? words : `column_${words}`;
  return id.slice(0, 60).replace(/_+$/, "");
}

/** An id for the name that none of the others has: p_value, p_value_2, … */
export function freshId(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  const id = idOf(name);
  if (!used.has(id)) return id;
  let n = 2;
  while (used.has(`${id}_${n}`)) n += 1;
  return `${id}_${n}`;
}

/** A title that none of the others is: "P", "P 2", … */
export function freshTitleAmong(others: Iterable<string>, title: string): string {
  const taken = new Set(others);
  if (!taken.has(title)) return title;
  let n = 2;
  while (taken.has(`${title} ${n}`)) n += 1;
  return `${title} ${n}`;
}

export type Output = { id: string; title: string };

/** What a step makes. */
export const outputsOf = (step: Step): readonly Output[] => (step.type === "split" ? step.outputs : [step.output]);

/** Every column of a document with its title, each once: those of the table, then what steps make. A step that is off makes none. */
export function titledColumns(document: PageDocument): Output[] {
  const titles = new Map<string, string>();
  for (const { id, title } of document.columns as readonly Column[]) titles.set(id, title);
  for (const step of document.steps) {
    if (step.off) continue;
    for (const { id, title } of outputsOf(step)) titles.set(id, title);
  }
  return [...titles].map(([id, title]) => ({ id, title }));
}

/** Whether the numbers of a column are worked out, not read: their last digits are those of the arithmetic. */
export const isCalculated = (document: PageDocument, column: string): boolean =>
  document.steps.some(
    (step) =>
      !step.off &&
      ["expression", "math", "neglog10", "score"].includes(step.type) &&
      outputsOf(step).some(({ id }) => id === column),
  );

/** All ids of columns, also of steps that are off. */
export const columnIdsOf = (document: PageDocument): Set<string> =>
  new Set([
    ...document.columns.map(({ id }) => id),
    ...document.steps.flatMap((s) => outputsOf(s).map(({ id }) => id)),
  ]);
