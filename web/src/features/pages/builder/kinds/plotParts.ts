/** What the forms of several plots have alike. */
import type { Choice, Field, Given } from "./field";

const isChoices: readonly Choice[] = [
  ["p", "P values"],
  ["neg_log_10_p", "−log10 P already"],
];

export const strength = [
  { at: "y.column", kind: "column", label: "Strength", types: ["number"] },
  { at: "y.is", kind: "choice", label: "Values", choices: isChoices },
  { at: "y.label", kind: "text", label: "Label of the axis" },
] as const satisfies readonly Field[];

export const place = [
  { at: "place.chromosome", kind: "column", label: "Chromosome" },
  { at: "place.position", kind: "column", label: "Position", types: ["number"] },
] as const satisfies readonly Field[];

export const name = { at: "name", kind: "column", label: "Label of a point" } as const;
export const maybeName = { ...name, optional: true } as const;
export const thresholds = {
  at: "thresholds",
  kind: "numbers",
  label: "Lines at P",
  hint: "For example 5e-8 and 1e-5. Press Enter after each.",
} as const;

/** What every plot ends with. */
export const drawn = [
  { at: "hover", kind: "columns", label: "Shown on hover" },
  { at: "title", kind: "text", label: "Title" },
  { at: "height", kind: "number", whole: true, optional: true, label: "Height in pixels", hint: "Empty: default." },
] as const satisfies readonly Field[];

export const condition = <W extends "x" | "y">(which: W, what: string) =>
  [
    { at: `${which}_condition.above`, kind: "number", optional: true, label: `${what} is an outlier from` },
    { at: `${which}_condition.below`, kind: "number", optional: true, label: "and up to" },
    {
      at: `${which}_condition.join`,
      kind: "choice",
      label: "If both bounds are set",
      choices: [
        ["either", "one is enough"],
        ["both", "both must hold"],
      ],
    },
  ] as const;

export function strengthOf(given: Given) {
  const logged = given.find("neg_log_10_p_value");
  const column = given.find("p_value") ?? logged ?? given.pick([], ["number"]);
  const is = column === logged ? "neg_log_10_p" : "p";
  return { column, is, label: "−log10 P" } as const;
}

export const placeOf = (given: Given) => ({
  chromosome: given.pick(["chromosome"]),
  position: given.pick(["position"], ["number"]),
});

export function axisOf(given: Given, column: string) {
  return { column, label: given.titleOf(column) };
}

export const effectOf = (given: Given) => given.pick(["beta", "odds_ratio"], ["number"]);
export const nameOf = (given: Given) => given.pick(["gene", "rsid"], ["text"]);
export const numberAxis = <A extends string>(at: A, label: string) =>
  [
    { at: `${at}.column`, kind: "column", label, types: ["number"] },
    { at: `${at}.label`, kind: "text", label: "Its label" },
  ] as const;
export const textAxis = <A extends string>(at: A, label: string) =>
  [
    { at: `${at}.column`, kind: "column", label },
    { at: `${at}.label`, kind: "text", label: "Its label" },
  ] as const;
export const maybeNamed = (given: Given) => {
  const found = given.find("gene", "rsid");
  return found ? { name: found } : {};
};
