/** The steps of a document over a run of rows. They never throw: what cannot be made is missing and counted. */
import type { Step } from "../document/document";
import { missingCode } from "./cell";
import {
  asTexts,
  type Chunk,
  type ChunkType,
  isMissingAt,
  isNumbers,
  ListBuilder,
  TextBuilder,
  textReader,
  truthOf,
} from "./chunk";
import type { Compiled } from "./expression-compile";
import { longestText, mathOf, replaced } from "./functions";
import { isPosition, locusText } from "./genome";
import { Account, eachText, type Made, makeLists, makeNumbers, makeTexts, Trouble } from "./made";
import { numberOf } from "./numbers";

type Of<T extends Step["type"]> = Extract<Step, { type: T }>;

/** What a step needs beside its columns. */
export interface Aids {
  /** Of an expression, with the ids of its inputs. */
  compiled?: Compiled;
  ids: readonly string[];
  /** −log10 of the P values of the input, where the table has it. */
  negLog10?: Float64Array;
}

/** Makes the outputs of a step from its inputs, in the order of `readsOf`. */
export function makeStep(step: Step, inputs: readonly Chunk[], rows: number, aids: Aids): Made {
  const input = inputs[0] as Chunk;
  switch (step.type) {
    case "join":
      return join(step, inputs, rows);
    case "split":
      return split(step, input, rows);
    case "neglog10":
      return negLog10(step, input, rows, aids.negLog10);
    case "list_to_text":
      return makeTexts(inputs, rows, listText(input, step.by));
    case "text_to_list":
      return textToList(step, input, rows);
    case "replace":
      return makeTexts(inputs, rows, eachText(asTexts(input), replacing(step)));
    case "score":
      return score(step, inputs, rows);
    case "expression":
      return expression(aids, inputs, rows);
    case "math":
      return makeNumbers(inputs, rows, math(step, input));
    case "locus":
      return locus(inputs, rows);
    case "to_number":
      return makeNumbers(inputs, rows, numberReader(input, 0, step.decimal));
    case "to_text":
      return makeTexts(inputs, rows, textReader(input));
    case "map":
      return makeTexts(inputs, rows, eachText(asTexts(input), mapping(step)));
    case "default":
      return withDefault(step, input);
  }
}

/** A column read as numbers; a text that is none is a trouble. */
function numberReader(chunk: Chunk, at: number, decimal: "." | "," = "."): (row: number) => number | Trouble {
  if (isNumbers(chunk)) {
    const { numbers } = chunk;
    return (row) => numbers[row] as number;
  }
  const read = eachText(asTexts(chunk), (text) => {
    const number = numberOf(text, decimal) ?? null;
    return Number.isNaN(number) ? new Trouble(at, `“${text}” is not a number.`) : (number ?? Number.NaN);
  });
  return (row) => read(row) ?? Number.NaN;
}

function join({ by, missing }: Of<"join">, inputs: readonly Chunk[], rows: number): Made {
  const reads = inputs.map(textReader);
  return makeTexts(inputs, rows, (row) => {
    let text: string | undefined;
    for (const [at, read] of reads.entries()) {
      const part = read(row);
      if (part === undefined && missing === "missing") return undefined;
      if (part === undefined) continue;
      text = text === undefined ? part : text + (by[at - 1] ?? by.at(-1) ?? "") + part;
    }
    return text;
  });
}

/** The parts of a text; those that are not there are absent. */
export function partsOf(text: string, by: readonly string[], most: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (parts.length < most - 1) {
    const mark = by[parts.length] ?? (by.at(-1) as string);
    const at = rest.indexOf(mark);
    if (at < 0) break;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + mark.length);
  }
  return [...parts, rest];
}

function split({ by, outputs }: Of<"split">, input: Chunk, rows: number): Made {
  const read = eachText(asTexts(input), (text) => partsOf(text, by, outputs.length));
  const account = new Account([input]);
  const built = outputs.map(() => new TextBuilder(rows));
  for (let row = 0; row < rows; row += 1) {
    const parts = read(row);
    if (!parts?.some((part) => part !== "")) account.missing += 1;
    if (!parts) continue;
    parts.forEach((part, at) => {
      built[at]?.set(row, part);
    });
    if (parts.length < outputs.length) account.trouble(row, lacks(by, parts.length));
  }
  return account.made(built.map((one) => one.done()));
}

const lacks = (by: readonly string[], parts: number) =>
  new Trouble(
    0,
    `It has ${parts === 1 ? "one part" : `${parts} parts`} only: “${by[parts - 1] ?? by.at(-1)}” is not there.`,
  );

/** −log10 of a P value; a trouble is the reason why there is none. */
function negLog10Of(p: number, zero: "missing" | "smallest"): number | Trouble {
  if (p > 0 && p <= 1) return 0 - Math.log10(p);
  if (p === 0)
    return zero === "smallest"
      ? 0 - Math.log10(Number.MIN_VALUE)
      : new Trouble(0, "The logarithm of 0 does not exist.");
  return Number.isNaN(p) ? Number.NaN : new Trouble(0, "A P value must be between 0 and 1.");
}

function negLog10({ zero }: Of<"neglog10">, input: Chunk, rows: number, exact?: Float64Array): Made {
  const read = numberReader(input, 0);
  return makeNumbers([input], rows, (row) => {
    const known = exact?.[row];
    if (known !== undefined && !Number.isNaN(known)) return known;
    const p = read(row);
    return p instanceof Trouble ? p : negLog10Of(p, zero);
  });
}

function listText(chunk: Chunk, by: string): (row: number) => string | undefined {
  if (chunk.type !== "list") return textReader(chunk);
  const { codes, lists } = chunk;
  return (row) => lists[codes[row] as number]?.join(by);
}

function textToList({ by, take }: Of<"text_to_list">, input: Chunk, rows: number): Made {
  const itemsOf = (text: string) => text.split(by).map((item) => item.trim());
  const read = eachText(asTexts(input), itemsOf);
  if (take === undefined) return makeLists(input, rows, read);
  return makeTexts([input], rows, (row) => {
    const items = read(row);
    if (!items) return undefined;
    return items.length < take
      ? new Trouble(0, `It has ${items.length === 1 ? "one item" : `${items.length} items`} only.`)
      : items[take - 1];
  });
}

const replacing =
  ({ pairs }: Of<"replace">) =>
  (text: string) => {
    let changed: string | undefined = text;
    for (const { from, to } of pairs) changed = changed === undefined ? undefined : replaced(changed, from, to);
    return changed ?? new Trouble(0, `It would have more than ${longestText} characters.`);
  };

function mapping({ pairs, other }: Of<"map">): (text: string) => string | undefined {
  const map = new Map(pairs.map(({ from, to }) => [from, to]));
  return (text) => map.get(text) ?? (other === "keep" ? text : undefined);
}

/** A column as yes (1) and no (0). */
function truthReader(chunk: Chunk, at: number): (row: number) => number | Trouble {
  const neither = (text: string) => new Trouble(at, `“${text}” is neither yes nor no.`);
  if (isNumbers(chunk)) {
    const { numbers } = chunk;
    return (row) => {
      const number = numbers[row] as number;
      return number === 0 || number === 1 || Number.isNaN(number) ? number : neither(String(number));
    };
  }
  const read = eachText(asTexts(chunk), (text) => truthOf(text) ?? neither(text));
  return (row) => read(row) ?? Number.NaN;
}

function score({ scores, as, missing }: Of<"score">, inputs: readonly Chunk[], rows: number): Made {
  const reads = inputs.map(truthReader);
  return makeNumbers(inputs, rows, (row) => {
    let sum = 0;
    let counted = 0;
    for (const [at, { yes, no }] of scores.entries()) {
      const truth = reads[at]?.(row) ?? Number.NaN;
      if (truth instanceof Trouble) return truth;
      if (Number.isNaN(truth) && missing === "skip") continue;
      sum += truth === 1 ? yes : no;
      counted += 1;
    }
    if (counted === 0) return Number.NaN;
    return as === "mean" ? sum / counted : sum;
  });
}

function math({ function: name }: Of<"math">, input: Chunk): (row: number) => number | Trouble {
  const read = numberReader(input, 0);
  const of = mathOf[name];
  return (row) => {
    const number = read(row);
    if (number instanceof Trouble || Number.isNaN(number)) return number;
    const result = of(number);
    return Number.isFinite(result) ? result : new Trouble(0, `${name} has no result for ${number}.`);
  };
}

function locus(inputs: readonly Chunk[], rows: number): Made {
  const [chromosome, start, end] = inputs as [Chunk, Chunk, Chunk | undefined];
  const nameOf = textReader(chromosome);
  const from = numberReader(start, 1);
  const to = end && numberReader(end, 2);
  return makeTexts(inputs, rows, (row) => {
    const [name, low, high] = [nameOf(row), from(row), to?.(row)];
    if (low instanceof Trouble) return low;
    if (high instanceof Trouble) return high;
    if (name === undefined || Number.isNaN(low) || Number.isNaN(high)) return undefined;
    return locusText(name, low, high) ?? noPlace(low, high);
  });
}

function noPlace(low: number, high?: number): Trouble {
  if (!isPosition(low)) return new Trouble(1, `${low} is not a position: it has to be a whole number from 0.`);
  if (high !== undefined && !isPosition(high))
    return new Trouble(2, `${high} is not a position: it has to be a whole number from 0.`);
  return high === undefined
    ? new Trouble(0, "This is not the name of a chromosome.")
    : new Trouble(2, `The end, ${high}, is before the start, ${low}.`);
}

function expression({ compiled, ids }: Aids, inputs: readonly Chunk[], rows: number): Made {
  const { type, bind } = compiled as Compiled;
  const read = bind((id) => inputs[ids.indexOf(id)] as Chunk);
  const account = new Account(inputs);
  const trouble = new Trouble(0, "The expression has no result for this row.");
  const values = valuesOf(type, rows);
  for (let row = 0; row < rows; row += 1) {
    const value = read(row);
    if (value !== undefined && value !== "" && !Number.isNaN(value)) {
      values.set(row, value as never);
      continue;
    }
    account.missing += 1;
    const asked = value !== "" && inputs.length > 0 && !inputs.some((input) => isMissingAt(input, row));
    if (asked) account.trouble(row, trouble);
  }
  return account.made([values.done()]);
}

/** Takes the values of a column of a type. */
function valuesOf(type: ChunkType, rows: number): { set(row: number, value: never): void; done(): Chunk } {
  if (type === "text") return new TextBuilder(rows);
  if (type === "list") return new ListBuilder(rows);
  const numbers = new Float64Array(rows).fill(Number.NaN);
  return {
    set: (row, value) => {
      numbers[row] = value;
    },
    done: () => ({ type, numbers }),
  };
}

/** Why a default is none for a column of a type, as a sentence. */
export function defaultFault(type: ChunkType, value: Of<"default">["value"]): string | undefined {
  const written = String(value);
  if (type === "number" && !Number.isFinite(numberOf(written) ?? Number.NaN)) return `“${written}” is not a number.`;
  if (type === "boolean" && truthOf(written) === undefined) return `“${written}” is neither yes nor no.`;
  return written === "" ? "Enter a value for missing cells." : undefined;
}

function withDefault({ value }: Of<"default">, input: Chunk): Made {
  const account = new Account([input]);
  const written = String(value);
  if (isNumbers(input)) {
    const number = input.type === "number" ? numberOf(written) : truthOf(written);
    const numbers = input.numbers.map((known) => (Number.isNaN(known) ? (number as number) : known));
    return account.made([{ type: input.type, numbers }]);
  }
  // A list is identified by its items, so the new one is a separate entry.
  const known = input.type === "text" ? input.texts.indexOf(written) : -1;
  const code = known < 0 ? input.texts.length : known;
  const texts = known < 0 ? [...input.texts, written] : input.texts;
  const codes = input.codes.map((one) => (one === missingCode ? code : one));
  if (input.type === "text") return account.made([{ type: "text", codes, texts }]);
  return account.made([{ type: "list", codes, texts, lists: [...input.lists, [written]] }]);
}
