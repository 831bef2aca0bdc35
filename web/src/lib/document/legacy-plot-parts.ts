/** What plots of older configurations have alike. */
import type { Plot } from "./document";
import type { Growing } from "./legacy-names";
import { type Loose, textAt } from "./legacy-read";

/** What every plot has. */
export interface Drawn {
  id: string;
  title: string;
  height?: number;
  hover?: string[];
}

/** Undefined where columns that it needs are not named, or not there. */
export type Make = (to: Growing, one: Loose, own: Drawn) => Plot | Plot[] | undefined;

export const field = (to: Growing, one: Loose, key: string) => to.field("plot", textAt(one, key), "The plot");
export const label = (one: Loose, key: string) => (textAt(one, key) ?? "").slice(0, 200);

/** Chromosome and position of a column with places: what it was joined of, or its parts. */
export function placeOf(to: Growing, column: string): { chromosome: string; position: string } {
  const step = to.steps.findLast((one) => one.type !== "split" && one.output.id === column);
  if (step?.type === "locus") return { chromosome: step.chromosome, position: step.position };
  const [chromosome, position] = step?.type === "join" && step.by[0] === ":" ? step.inputs : [];
  if (chromosome !== undefined && position !== undefined) return { chromosome, position };
  const outputs = [to.output("Chromosome of the plot"), to.output("Position of the plot")] as const;
  to.step((id) => ({ id, type: "split", input: column, by: [":"], outputs: [...outputs] }));
  to.step((id) => ({ id, type: "to_number", input: outputs[1].id, decimal: ".", output: outputs[1] }));
  return { chromosome: outputs[0].id, position: outputs[1].id };
}

/** −log10 of a column, made by a step where there is none yet. */
export function negLog10Of(to: Growing, column: string): string {
  const known = to.steps.find((step) => step.type === "neglog10" && step.input === column);
  if (known?.type === "neglog10") return known.output.id;
  const output = to.output(`−log10 ${column}`);
  to.step((id) => ({ id, type: "neglog10", input: column, zero: "missing", output }));
  return output.id;
}
