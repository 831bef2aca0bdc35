import { own } from "../own";
/** Conversions of older configurations as steps. */
import { mathFunctions } from "./columns";
import type { MathFunction } from "./document";
import type { Growing } from "./legacy-names";
import { isLoose, type Loose, listAt, numberAt, textAt, textsAt } from "./legacy-read";

export function importConversions(to: Growing, conversions: readonly unknown[]) {
  const known = conversions.filter(isLoose);
  for (const one of known) if (one.type === "raw") raw(to, one);
  for (const one of known) if (one.type !== "raw") convert(to, one);
}

function raw(to: Growing, one: Loose) {
  const source = textAt(one, "raw field");
  if (source === undefined) return to.note("conversion", "A column without a source was left out.");
  const name = textAt(one, "field name") ?? source;
  if (to.has(source)) {
    const from = to.source(source);
    to.step((id) => ({ id, type: "expression", expression: from, output: to.output(name) }));
    return;
  }
  const column = to.column(source, name);
  const value = one["if no value"];
  if (typeof value !== "string" && typeof value !== "number") return;
  to.step((id) => ({ id, type: "default", input: column, value, output: { id: column, title: name } }));
}

function convert(to: Growing, one: Loose) {
  const type = String(one.type);
  const make = own(conversions, type);
  if (make) make(to, one);
  else to.note("conversion", `The conversion “${type}” of ${nameOf(one)} cannot be carried over.`);
}

const nameOf = (one: Loose) => `“${textAt(one, "field name") ?? textsAt(one, "field name").join(", ")}”`;

/** Its input and output. In place, the column takes the conversion's name. */
function single(to: Growing, one: Loose): { input: string; output: { id: string; title: string } } | undefined {
  const source = textAt(one, "raw field");
  if (source === undefined) {
    to.note("conversion", `The conversion ${nameOf(one)} has no source and was left out.`);
    return undefined;
  }
  const name = textAt(one, "field name") ?? source;
  const inPlace = one["create new"] === false && !to.has(source);
  const input = inPlace ? to.column(source, name) : to.source(source);
  return { input, output: to.output(name, inPlace ? input : undefined) };
}

type Convert = (to: Growing, one: Loose) => void;

const conversions: Readonly<Record<string, Convert>> = {
  join: (to, one) => join(to, one, [textAt(one, "join by") ?? ""]),
  "join multi": (to, one) => join(to, one, listAt(one, "join by").map(String)),
  split,
  calculate,
  "array to string": (to, one) => {
    const found = single(to, one);
    if (found) to.step((id) => ({ id, type: "list_to_text", by: textAt(one, "separate by") ?? "", ...found }));
  },
  "replace characters": replace,
  "score columns": score,
  "js math": jsMath,
  "get locus": locus,
  "string to number": (to, one) => {
    const found = single(to, one);
    if (found) to.step((id) => ({ id, type: "to_number", decimal: ".", ...found }));
  },
  "string to array": (to, one) => {
    const found = single(to, one);
    const index = numberAt(one, "take index");
    const take = index === undefined ? {} : { take: index + 1 };
    if (found)
      to.step((id) => ({ id, type: "text_to_list", by: textAt(one, "separate by") ?? ",", ...take, ...found }));
  },
  "boolean to string": (to, one) => {
    const found = single(to, one);
    if (found) to.step((id) => ({ id, type: "to_text", ...found }));
  },
  "map name": map,
};

function join(to: Growing, one: Loose, by: string[]) {
  const names = textsAt(one, "fields to join");
  if (names.length < 2)
    return to.note("conversion", `The conversion ${nameOf(one)} joins fewer than two columns and was left out.`);
  const gaps = names.length - 1;
  if (by.length > gaps)
    to.note("conversion", `The conversion ${nameOf(one)} has more separators than gaps. The surplus was left out.`);
  const inputs = names.map((name) => to.source(name));
  const marks = Array.from({ length: gaps }, (_, at) => by[at] ?? "");
  to.step((id) => ({
    id,
    type: "join",
    inputs,
    by: marks,
    missing: "missing",
    output: to.output(textAt(one, "field name") ?? names.join(" ")),
  }));
}

function split(to: Growing, one: Loose) {
  const source = textAt(one, "field to split");
  const names = textsAt(one, "field name");
  const by = textsAt(one, "split by").filter((mark) => mark !== "");
  if (source === undefined || names.length < 2 || by.length === 0) {
    return to.note(
      "conversion",
      `The conversion ${nameOf(one)} lacks its source, its names or its separators and was left out.`,
    );
  }
  const input = to.source(source);
  to.step((id) => ({
    id,
    type: "split",
    input,
    by: by.slice(0, names.length - 1),
    outputs: names.map((name) => to.output(name)),
  }));
}

function calculate(to: Growing, one: Loose) {
  if (one["calculation type"] === "math") return arithmetic(to, one);
  const found = single(to, one);
  if (found) to.step((id) => ({ id, type: "neglog10", zero: "missing", ...found }));
}

/** Marks, numbers and names of columns, as a list or a text with blanks between them. */
function arithmetic(to: Growing, one: Loose) {
  const tokens = listAt(one, "expression").map(String);
  const words = tokens.length > 0 ? tokens : (textAt(one, "expression") ?? "").split(/\s+/);
  const isMark = (word: string) => /^(?:[-+*/()]|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(word);
  const sum = words
    .filter((word) => word !== "")
    .map((word) => (isMark(word) ? word : to.source(word)))
    .join(" ");
  if (sum === "") return to.note("conversion", `The conversion ${nameOf(one)} has no expression and was left out.`);
  const [low, high] = [numberAt(one, "min number"), numberAt(one, "max number")];
  const raised = low === undefined ? sum : `max(${sum}, ${low})`;
  const expression = high === undefined ? raised : `min(${raised}, ${high})`;
  to.step((id) => ({
    id,
    type: "expression",
    expression,
    output: to.output(textAt(one, "field name") ?? "Calculated"),
  }));
}

function replace(to: Growing, one: Loose) {
  const pairs = listAt(one, "replace")
    .filter(isLoose)
    .map((pair) => ({ from: textAt(pair, "from") ?? "", to: textAt(pair, "to") ?? "" }));
  const full = pairs.filter(({ from }) => from !== "");
  if (full.length < pairs.length)
    to.note("conversion", `The conversion ${nameOf(one)} replaces nothing in one of its rows, which was left out.`);
  const found = full.length > 0 ? single(to, one) : undefined;
  if (found) to.step((id) => ({ id, type: "replace", pairs: full, ...found }));
}

function score(to: Growing, one: Loose) {
  const by = isLoose(one["score by"]) ? one["score by"] : {};
  const scores = textsAt(one, "fields to score").map((name) => {
    const entry = own(by, name);
    const values = isLoose(entry) && isLoose(entry["value to score"]) ? entry["value to score"] : {};
    return { column: to.source(name), yes: numberAt(values, "yes") ?? 1, no: numberAt(values, "no") ?? 0 };
  });
  if (scores.length === 0)
    return to.note("conversion", `The conversion ${nameOf(one)} scores no column and was left out.`);
  to.step((id) => ({
    id,
    type: "score",
    scores,
    as: "mean",
    missing: "no",
    output: to.output(textAt(one, "field name") ?? "Score"),
  }));
}

export const isMathFunction = (name: string): name is MathFunction =>
  (mathFunctions as readonly string[]).includes(name);

function jsMath(to: Growing, one: Loose) {
  const name = textAt(one, "method") ?? "";
  if (!isMathFunction(name)) return to.note("conversion", `The function “${name}” of ${nameOf(one)} is not known.`);
  const found = single(to, one);
  if (found) to.step((id) => ({ id, type: "math", function: name, ...found }));
}

function locus(to: Growing, one: Loose) {
  const [chromosome, start, end] = ["chromosome", "start", "end"].map((key) => textAt(one, key));
  if (chromosome === undefined || start === undefined) {
    return to.note("conversion", `The conversion ${nameOf(one)} lacks chromosome or start and was left out.`);
  }
  const columns = {
    chromosome: to.source(chromosome),
    position: to.source(start),
    ...(end === undefined ? {} : { end: to.source(end) }),
  };
  to.step((id) => ({ id, type: "locus", ...columns, output: to.output(textAt(one, "field name") ?? "Locus") }));
}

function map(to: Growing, one: Loose) {
  if (!isLoose(one.map))
    return to.note("conversion", `The names of ${nameOf(one)} are kept elsewhere and cannot be carried over.`);
  const pairs = Object.entries(one.map).flatMap(([from, value]) =>
    from === "" || isLoose(value) ? [] : [{ from, to: String(value) }],
  );
  const found = pairs.length > 0 ? single(to, one) : undefined;
  if (found) to.step((id) => ({ id, type: "map", pairs: pairs.slice(0, 1000), other: "keep", ...found }));
}
