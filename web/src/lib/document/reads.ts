import { columnsIn } from "../engine/expression-text";
import type { Step } from "./document";

/** Ids that a step reads. */
export function readsOf(step: Step): readonly string[] {
  switch (step.type) {
    case "join":
      return step.inputs;
    case "score":
      return step.scores.map(({ column }) => column);
    case "expression":
      return columnsIn(step.expression);
    case "locus":
      return [step.chromosome, step.position, ...(step.end === undefined ? [] : [step.end])];
    default:
      return [step.input];
  }
}
