/** Forms of the plots that show no genome. */
import type { Plot } from "@/lib/document/document";
import type { Kinds } from "./field";
import { axisOf, drawn, effectOf, maybeName, maybeNamed, name, nameOf, numberAxis, textAxis } from "./plotParts";

export const chartPlots = {
  scatter: {
    label: "Scatter",
    hint: "Two numbers against each other.",
    fields: [
      ...numberAxis("x", "Across"),
      { at: "x_log", kind: "flag", label: "Logarithmic" },
      ...numberAxis("y", "Upwards"),
      { at: "y_log", kind: "flag", label: "Logarithmic" },
      { at: "colour", kind: "column", optional: true, label: "Colour" },
      { at: "size", kind: "column", optional: true, types: ["number"], label: "Size" },
      maybeName,
      ...drawn,
    ],
    make: (given) => {
      const numbers = given.columns.filter(({ type }) => type === "number").map(({ id }) => id);
      const x = given.find("effect_allele_frequency") ?? numbers[0] ?? given.pick([]);
      const y = given.find("beta") ?? numbers.find((id) => id !== x) ?? x;
      return {
        id: given.newId("plot"),
        type: "scatter",
        title: "Scatter",
        x: axisOf(given, x),
        y: axisOf(given, y),
        x_log: false,
        y_log: false,
        ...maybeNamed(given),
      };
    },
  },
  bar: {
    label: "Bars",
    hint: "Row counts per value, or a number per value.",
    fields: [
      ...textAxis("category", "One bar for each"),
      {
        at: "as",
        kind: "choice",
        label: "Length",
        choices: [
          ["count", "the number of rows"],
          ["sum", "a sum"],
          ["mean", "a mean"],
          ["median", "a median"],
        ],
      },
      {
        at: "value",
        kind: "part",
        label: "Column",
        make: (given) => axisOf(given, given.pick([], ["number"])),
        fields: [
          { at: "column", kind: "column", label: "Column", types: ["number"] },
          { at: "label", kind: "text", label: "Label" },
        ],
      },
      { at: "colour", kind: "column", optional: true, label: "Colour" },
      { at: "across", kind: "flag", label: "Horizontal bars" },
      ...drawn,
    ],
    make: (given) => ({
      id: given.newId("plot"),
      type: "bar",
      title: "Bars",
      category: axisOf(given, given.pick(["chromosome"], ["text"])),
      as: "count",
      across: false,
    }),
  },
  box: {
    label: "Boxes",
    hint: "Distribution of a number in each group.",
    fields: [...textAxis("category", "One box for each"), ...numberAxis("value", "Number"), ...drawn],
    make: (given) => ({
      id: given.newId("plot"),
      type: "box",
      title: "Boxes",
      category: axisOf(given, given.pick(["chromosome"], ["text"])),
      value: axisOf(given, effectOf(given)),
    }),
  },
  histogram: {
    label: "Histogram",
    hint: "Distribution of a number.",
    fields: [
      ...numberAxis("value", "Number"),
      { at: "bins", kind: "number", whole: true, optional: true, label: "Number of bins", hint: "Empty: automatic." },
      { at: "colour", kind: "column", optional: true, label: "Colour" },
      ...drawn,
    ],
    make: (given) => ({
      id: given.newId("plot"),
      type: "histogram",
      title: "Histogram",
      value: axisOf(given, given.pick(["effect_allele_frequency", "beta"], ["number"])),
    }),
  },
  score: {
    label: "Score",
    hint: "The rows with the highest score, and the parts of their score.",
    fields: [
      name,
      {
        at: "parts",
        kind: "rows",
        label: "Made of",
        fields: [
          { at: "column", kind: "column", label: "Column", types: ["number"] },
          { at: "weight", kind: "number", label: "Weight" },
        ],
        add: "Add a column",
        make: (given) => ({ column: given.pick([], ["number"]), weight: 1 }),
        least: 1,
      },
      { at: "most", kind: "number", whole: true, label: "Rows at most" },
      ...drawn,
    ],
    make: (given) => ({
      id: given.newId("plot"),
      type: "score",
      title: "Score",
      name: nameOf(given),
      parts: [{ column: given.pick([], ["number"]), weight: 1 }],
      most: 20,
    }),
  },
} satisfies Partial<Kinds<Plot>>;
