/** Steps as conversions of older configurations. */
import type { Step } from "./document";
import type { Loose } from "./legacy-read";
import type { Saying } from "./legacy-saying";

/** Undefined if the older form has no equivalent. */
export function conversionOf(to: Saying, step: Step): Loose | undefined {
  const raw = "input" in step ? to.source(step.input) : undefined;
  const single = (type: string, more: Loose = {}) =>
    raw === undefined ? undefined : { type, "raw field": raw, ...more };
  switch (step.type) {
    case "join": {
      const inputs = step.inputs.flatMap((id) => to.source(id) ?? []);
      if (inputs.length < step.inputs.length || step.missing === "skip") return undefined;
      const [by] = step.by;
      return inputs.length === 2
        ? { type: "join", "fields to join": inputs, "join by": by ?? "" }
        : { type: "join multi", "fields to join": inputs, "join by": step.by };
    }
    case "split":
      return raw === undefined ? undefined : { type: "split", "field to split": raw, "split by": step.by };
    case "neglog10":
      return step.zero === "missing" ? single("calculate", { "calculation type": "-log10" }) : undefined;
    case "list_to_text":
      return single("array to string", { "separate by": step.by });
    case "text_to_list":
      return single("string to array", {
        "separate by": step.by,
        ...(step.take === undefined ? {} : { "take index": step.take - 1 }),
      });
    case "replace":
      return single("replace characters", { replace: step.pairs });
    case "math":
      return single("js math", { method: step.function });
    case "to_number":
      return step.decimal === "." ? single("string to number") : undefined;
    case "to_text":
      return single("boolean to string");
    case "map":
      return step.other === "keep"
        ? single("map name", { map: Object.fromEntries(step.pairs.map(({ from, to: name }) => [from, name])) })
        : undefined;
    case "score":
      return scoreOf(to, step);
    case "locus":
      return locusOf(to, step);
    default:
      return undefined;
  }
}

function scoreOf(to: Saying, step: Step & { type: "score" }): Loose | undefined {
  const scores = step.scores.map(({ column, yes, no }) => ({ name: to.source(column), yes, no }));
  if (step.as !== "mean" || step.missing !== "no" || scores.some(({ name }) => name === undefined)) return undefined;
  const by = scores.map(({ name, yes, no }) => [name, { type: "boolean", "value to score": { yes, no } }]);
  return {
    type: "score columns",
    "fields to score": scores.map(({ name }) => name),
    "score by": Object.fromEntries(by),
  };
}

function locusOf(to: Saying, { chromosome, position, end }: Step & { type: "locus" }): Loose | undefined {
  const [name, start, stop] = [chromosome, position, end].map((id) => (id === undefined ? undefined : to.source(id)));
  if (name === undefined || start === undefined) return undefined;
  return { type: "get locus", chromosome: name, start, ...(stop === undefined ? {} : { end: stop }) };
}
