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
    hint: "Rounds to so many places.",
    fields: [digits],
    make: () => ({ type: "decimals", digits: 2 }),
  },
  math: {
    label: "Function",
    hint: "Shows a function of the number; the number itself stays.",
    fields: [{ at: "function", kind: "choice", label: "Function", choices: functionChoices }],
    make: () => ({ type: "math", function: "exp" }),
  },
  link: {
    label: "Link",
    hint: "Leads to an address made of the cell.",
    fields: [
      {
        at: "to",
        kind: "text",
        mono: true,
        label: "Address",
        hint: "{value} stands for the cell, {id of a column} for another cell of the row.",
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
    hint: "Up above zero, down below, a dash at zero.",
    fields: [],
    make: () => ({ type: "direction" }),
  },
  bar: {
    label: "Bar",
    hint: "A bar behind the value, from the smallest to the largest of the column.",
    fields: [
      { at: "reverse", kind: "flag", label: "Longest where the value is smallest" },
      { at: "empty", kind: "number", whole: true, label: "Length where nothing is, in %" },
    ],
    make: () => ({ type: "bar", reverse: false, empty: 0 }),
  },
  list: { label: "List", hint: "Items one below the other.", fields: [], make: () => ({ type: "list" }) },
  chips: { label: "Chips", hint: "Items side by side, each in a frame.", fields: [], make: () => ({ type: "chips" }) },
  shorten: {
    label: "Shorten",
    hint: "Long texts are cut; the whole is there when one points at it.",
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
