import { mathFunctions, type Step } from "@/lib/document/document";
import type { Choice, Field, Given, Kinds } from "./field";

const stepId = (given: Given) => given.newId("step");

/** A new column; a taken title gets a number, so that two columns are never named alike. */
function made(given: Given, title: string) {
  const taken = new Set(given.columns.map((column) => column.title));
  let free = title;
  for (let n = 2; taken.has(free); n++) free = `${title} ${n}`;
  return { id: given.newId(free), title: free };
}

/** Keeps existing items, and extends or cuts to the length. */
function sized<T>(list: readonly T[], length: number, more: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => list[at] ?? more(at));
}

const input = { at: "input", kind: "column", label: "Column" } as const;
const numberInput = { ...input, types: ["number"] } as const;
const output = { at: "output", kind: "output", label: "Result", over: "input" } as const;
const newOutput = { at: "output", kind: "output", label: "Result" } as const;

const pairs = [
  { at: "from", kind: "text", label: "From" },
  { at: "to", kind: "text", label: "To" },
] as const satisfies readonly Field[];
const newPair = () => ({ from: "", to: "" });

export const functionChoices: readonly Choice[] = mathFunctions.map((name) => [
  name,
  name === "neglog10" ? "−log10" : name,
]);

export const stepKinds: Kinds<Step> = {
  neglog10: {
    label: "−log10 of a P value",
    hint: "5e-8 becomes 7.30, as in Manhattan and volcano plots.",
    fields: [
      numberInput,
      {
        at: "zero",
        kind: "choice",
        label: "P values of 0",
        hint: "P values of 0 have no logarithm.",
        choices: [
          ["missing", "become missing, and are counted"],
          ["smallest", "count as the smallest possible number"],
        ],
      },
      output,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "neglog10",
      input: given.pick(["p_value"], ["number"]),
      zero: "missing",
      output: made(given, "−log10 P"),
    }),
  },
  expression: {
    label: "Formula",
    hint: "A number or text calculated from other columns.",
    fields: [{ at: "expression", kind: "expression", label: "Formula" }, newOutput],
    make: (given) => ({
      id: stepId(given),
      type: "expression",
      expression: given.pick(["beta"], ["number"]),
      output: made(given, "Calculated"),
    }),
  },
  math: {
    label: "Function of a number",
    hint: "For example the absolute value, or e to the power of a log odds ratio.",
    fields: [numberInput, { at: "function", kind: "choice", label: "Function", choices: functionChoices }, output],
    make: (given) => ({
      id: stepId(given),
      type: "math",
      input: given.pick(["beta"], ["number"]),
      function: "exp",
      output: made(given, "Calculated"),
    }),
  },
  join: {
    label: "Join columns",
    hint: "Joins the texts of several columns, with a separator.",
    fields: [
      { at: "inputs", kind: "columns", label: "Columns, in order" },
      { at: "by", kind: "between", of: "inputs", label: "Separator" },
      {
        at: "missing",
        kind: "choice",
        label: "If a part is missing",
        choices: [
          ["missing", "the result is missing"],
          ["skip", "skip it"],
        ],
      },
      newOutput,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "join",
      inputs: given.columns.slice(0, 2).map(({ id }) => id),
      by: [":"],
      missing: "missing",
      output: made(given, "Joined"),
    }),
    fit: (step) => ({ ...step, by: sized(step.by, Math.max(0, step.inputs.length - 1), () => step.by.at(-1) ?? ":") }),
  },
  split: {
    label: "Split a column",
    hint: "At the first occurrence of each separator. The rest becomes the last new column.",
    fields: [
      input,
      { at: "by", kind: "strings", label: "Split at", add: "Add a separator" },
      {
        at: "outputs",
        kind: "rows",
        label: "New columns",
        fields: [{ at: "title", kind: "text", label: "Title" }],
      },
    ],
    make: (given) => {
      const first = made(given, "Part 1");
      const second = made(given, "Part 2");
      return { id: stepId(given), type: "split", input: given.pick([], ["text"]), by: [":"], outputs: [first, second] };
    },
    fit: (step, given) => ({
      ...step,
      outputs: sized(step.outputs, step.by.length + 1, (at) => made(given, `Part ${at + 1}`)),
    }),
  },
  locus: {
    label: "Locus",
    hint: "chromosome:position, or chromosome:start-end.",
    fields: [
      { at: "chromosome", kind: "column", label: "Chromosome" },
      { at: "position", kind: "column", label: "Position, or start", types: ["number"] },
      { at: "end", kind: "column", label: "End", types: ["number"], optional: true },
      newOutput,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "locus",
      chromosome: given.pick(["chromosome"]),
      position: given.pick(["position"], ["number"]),
      output: made(given, "Locus"),
    }),
  },
  replace: {
    label: "Replace characters",
    hint: "Replaces every occurrence in a text, pair by pair.",
    fields: [
      { ...input, types: ["text"] },
      { at: "pairs", kind: "rows", label: "Replace", fields: pairs, add: "Add a pair", make: newPair, least: 1 },
      output,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "replace",
      input: given.pick([], ["text"]),
      pairs: [{ from: "_", to: " " }],
      output: made(given, "Replaced"),
    }),
  },
  map: {
    label: "Rename values",
    hint: "Replaces whole values by the word beside them.",
    fields: [
      input,
      { at: "pairs", kind: "rows", label: "Values", fields: pairs, add: "Add a value", make: newPair, least: 1 },
      {
        at: "other",
        kind: "choice",
        label: "Other values",
        choices: [
          ["keep", "stay as they are"],
          ["missing", "become missing"],
        ],
      },
      output,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "map",
      input: given.pick([], ["text"]),
      pairs: [{ from: "1", to: "yes" }],
      other: "keep",
      output: made(given, "Named"),
    }),
  },
  default: {
    label: "Fill missing values",
    hint: "Fills empty cells with a value.",
    fields: [input, { at: "value", kind: "value", label: "Value" }, output],
    make: (given) => {
      const id = given.pick([], ["text"]);
      const isNumber = given.columns.find((column) => column.id === id)?.type === "number";
      return {
        id: stepId(given),
        type: "default",
        input: id,
        value: isNumber ? 0 : "none",
        output: { id, title: given.titleOf(id) },
      };
    },
  },
  score: {
    label: "Score",
    hint: "Adds up yes and no of several columns. Yes, true and 1 count as yes.",
    fields: [
      {
        at: "scores",
        kind: "rows",
        label: "Columns",
        fields: [
          { at: "column", kind: "column", label: "Column" },
          { at: "yes", kind: "number", label: "Yes is worth" },
          { at: "no", kind: "number", label: "No is worth" },
        ],
        add: "Add a column",
        make: (given, before) => ({ column: given.columns[before.length]?.id ?? given.pick([]), yes: 1, no: 0 }),
        least: 1,
      },
      {
        at: "as",
        kind: "choice",
        label: "Together",
        choices: [
          ["sum", "the sum"],
          ["mean", "the mean"],
        ],
      },
      {
        at: "missing",
        kind: "choice",
        label: "A missing value",
        choices: [
          ["no", "counts as no"],
          ["skip", "is left out"],
        ],
      },
      newOutput,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "score",
      scores: [{ column: given.pick([], ["boolean", "text"]), yes: 1, no: 0 }],
      as: "sum",
      missing: "no",
      output: made(given, "Score"),
    }),
  },
  to_number: {
    label: "Text to number",
    hint: "1,234.5 becomes 1234.5. Other texts become missing and are counted.",
    fields: [
      { ...input, types: ["text"] },
      {
        at: "decimal",
        kind: "choice",
        label: "Decimal mark",
        choices: [
          [".", "point: 1,234.5"],
          [",", "comma: 1.234,5"],
        ],
      },
      output,
    ],
    make: (given) => {
      const id = given.pick([], ["text"]);
      return {
        id: stepId(given),
        type: "to_number",
        input: id,
        decimal: ".",
        output: { id, title: given.titleOf(id) },
      };
    },
  },
  to_text: {
    label: "Number to text",
    hint: "For codes that look like numbers.",
    fields: [{ ...input, types: ["number", "boolean"] }, output],
    make: (given) => {
      const id = given.pick([], ["number"]);
      return { id: stepId(given), type: "to_text", input: id, output: { id, title: given.titleOf(id) } };
    },
  },
  text_to_list: {
    label: "Text to list",
    hint: "Splits at a separator: all items, or one of them.",
    fields: [
      { ...input, types: ["text"] },
      { at: "by", kind: "text", label: "Split at", mono: true },
      {
        at: "take",
        kind: "number",
        whole: true,
        optional: true,
        label: "Only item number",
        hint: "1 is the first. Empty: all of them.",
      },
      output,
    ],
    make: (given) => ({
      id: stepId(given),
      type: "text_to_list",
      input: given.pick(["gene"], ["text"]),
      by: ",",
      output: made(given, "List"),
    }),
  },
  list_to_text: {
    label: "List to text",
    hint: "Joins the items of a list.",
    fields: [{ ...input, types: ["list"] }, { at: "by", kind: "text", label: "Separator", mono: true }, output],
    make: (given) => ({
      id: stepId(given),
      type: "list_to_text",
      input: given.pick([], ["list"]),
      by: ", ",
      output: made(given, "Text"),
    }),
  },
};
