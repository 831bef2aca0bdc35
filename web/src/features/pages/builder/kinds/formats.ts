import type { Format } from "@/lib/document/document";
import type { Kinds } from "./field";
import { functionChoices } from "./steps";

const digits = { at: "digits", kind: "number", whole: true, label: "Decimals" } as const;

export const formatKinds: Kinds<Format> = {
  scientific: {
    label: "Scientific",
    hint: "3.2e-9 for small numbers.",
    fields: [digits],
    make: () => ({ type: "scientific", digits: 2 }),
  },
  decimals: {
    label: "Decimals",
    hint: "Rounds to a number of decimals.",
    fields: [digits],
    make: () => ({ type: "decimals", digits: 2 }),
  },
  math: {
    label: "Function",
    hint: "Shows a function of the number. The value is not changed.",
    fields: [{ at: "function", kind: "choice", label: "Function", choices: functionChoices }],
    make: () => ({ type: "math", function: "exp" }),
  },
  link: {
    label: "Link",
    hint: "Links to an address built from the cell.",
    fields: [
      {
        at: "to",
        kind: "text",
        mono: true,
        label: "Address",
        hint: "{value} is the cell. {id of a column} is another cell of the row.",
      },
      {
        at: "as",
        kind: "choice",
        label: "Looks like",
        choices: [
          ["text", "a link"],
          ["button", "a button"],
        ],
      },
      { at: "label", kind: "text", optional: true, label: "Words", hint: "Empty: the cell itself." },
      { at: "new_tab", kind: "flag", label: "Opens in a new tab" },
    ],
    make: () => ({ type: "link", to: "https://www.ncbi.nlm.nih.gov/snp/{value}", new_tab: true, as: "text" }),
  },
  direction: {
    label: "Direction",
    hint: "Up for positive, down for negative, a dash for zero.",
    fields: [],
    make: () => ({ type: "direction" }),
  },
  bar: {
    label: "Bar",
    hint: "A bar behind the value, from the smallest to the largest of the column.",
    fields: [
      { at: "reverse", kind: "flag", label: "Longest where the value is smallest" },
      { at: "empty", kind: "number", whole: true, label: "Length for a missing value, in %" },
    ],
    make: () => ({ type: "bar", reverse: false, empty: 0 }),
  },
  list: { label: "List", hint: "Items one below the other.", fields: [], make: () => ({ type: "list" }) },
  chips: { label: "Chips", hint: "Items side by side, each in a box.", fields: [], make: () => ({ type: "chips" }) },
  shorten: {
    label: "Shorten",
    hint: "Shortens long texts. Hover to see the full text.",
    fields: [
      { at: "to", kind: "number", whole: true, label: "Characters" },
      {
        at: "from",
        kind: "choice",
        label: "Kept",
        choices: [
          ["start", "the start"],
          ["end", "the end"],
        ],
      },
    ],
    make: () => ({ type: "shorten", to: 20, from: "start" }),
  },
  copy: { label: "Copy button", hint: "Copies the cell.", fields: [], make: () => ({ type: "copy" }) },
};

export const formatTypes = Object.keys(formatKinds) as Format["type"][];
