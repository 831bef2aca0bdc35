/** Forms of the plots of genetics. */
import type { Plot } from "@/lib/document/document";
import { heatScale } from "@/lib/document/heatScale";
import type { Kinds } from "./field";
import {
  axisOf,
  condition,
  drawn,
  effectOf,
  maybeName,
  maybeNamed,
  name,
  nameOf,
  numberAxis,
  place,
  placeOf,
  strength,
  strengthOf,
  textAxis,
  thresholds,
} from "./plotParts";

export const geneticPlots = {
  manhattan: {
    label: "Manhattan",
    hint: "−log10 P along the genome.",
    fields: [
      ...place,
      ...strength,
      maybeName,
      thresholds,
      {
        at: "link",
        kind: "text",
        mono: true,
        optional: true,
        label: "Link of a point",
        hint: "{id of a column} is its value.",
      },
      ...drawn,
    ],
    make: (given) => ({
      id: given.newId("plot"),
      type: "manhattan",
      title: "Manhattan",
      place: placeOf(given),
      y: strengthOf(given),
      ...maybeNamed(given),
      thresholds: [5e-8, 1e-5],
    }),
  },
  qq: {
    label: "QQ",
    hint: "Observed against expected −log10 P.",
    fields: [...strength, ...drawn],
    make: (given) => ({ id: given.newId("plot"), type: "qq", title: "QQ", y: strengthOf(given) }),
  },
  region: {
    label: "Region",
    hint: "One region of the genome, with its genes.",
    fields: [
      ...place,
      ...strength,
      maybeName,
      {
        at: "alleles",
        kind: "part",
        label: "With alleles",
        make: (given) => ({ effect: given.pick(["effect_allele"]), other: given.pick(["other_allele"]) }),
        fields: [
          { at: "effect", kind: "column", label: "Effect allele" },
          { at: "other", kind: "column", label: "Other allele" },
        ],
      },
      {
        at: "population",
        kind: "text",
        optional: true,
        label: "Population of the LD",
        hint: "A population of the server's LD reference. Empty: the server's default.",
      },
      { at: "genes", kind: "flag", label: "Genes below the plot" },
      ...drawn,
    ],
    make: (given) => ({
      id: given.newId("plot"),
      type: "region",
      title: "Region",
      place: placeOf(given),
      y: strengthOf(given),
      ...maybeNamed(given),
      genes: true,
    }),
  },
  volcano: {
    label: "Volcano",
    hint: "−log10 P against effect, with labels for outliers.",
    fields: [
      ...numberAxis("x", "Effect"),
      ...strength,
      name,
      ...condition("x", "An effect"),
      ...condition("y", "A −log10 P"),
      {
        at: "label_at",
        kind: "choice",
        label: "Label a point when",
        choices: [
          [1, "one of the two is an outlier"],
          [2, "both are outliers"],
        ],
      },
      ...drawn,
    ],
    make: (given) => ({
      id: given.newId("plot"),
      type: "volcano",
      title: "Volcano",
      x: axisOf(given, effectOf(given)),
      y: strengthOf(given),
      name: nameOf(given),
      x_condition: { above: 0.5, below: -0.5, join: "either" },
      y_condition: { above: 7.3, join: "either" },
      label_at: 2,
    }),
  },
  phewas: {
    label: "PheWAS",
    hint: "−log10 P of many traits, by group.",
    fields: [
      { ...name, label: "Trait" },
      { at: "group", kind: "column", label: "Group of traits" },
      ...strength,
      { at: "beta", kind: "column", optional: true, types: ["number"], label: "Effect, for its direction" },
      thresholds,
      ...drawn,
    ],
    make: (given) => {
      const beta = given.find("beta");
      const texts = given.columns.filter(({ type }) => type === "text");
      return {
        id: given.newId("plot"),
        type: "phewas",
        title: "PheWAS",
        y: strengthOf(given),
        name: texts[0]?.id ?? given.pick([]),
        group: texts[1]?.id ?? texts[0]?.id ?? given.pick([]),
        ...(beta && { beta }),
        thresholds: [5e-8],
      };
    },
  },
  heatmap: {
    label: "Heat map",
    hint: "Two groupings against each other, with a value as colour.",
    fields: [
      ...textAxis("column", "Columns"),
      ...textAxis("row", "Rows"),
      ...numberAxis("value", "Colour"),
      { at: "value.low", kind: "number", label: "Low" },
      { at: "value.middle", kind: "number", label: "Middle" },
      { at: "value.high", kind: "number", label: "High" },
      { at: "value.reverse", kind: "flag", label: "Reverse colours" },
      {
        at: "circle",
        kind: "part",
        label: "With circles",
        make: (given) => ({
          column: given.pick(["p_value"], ["number"]),
          label: "P",
          steps: [0.05, 1e-5, 5e-8],
          reverse: true,
        }),
        fields: [
          { at: "column", kind: "column", label: "Size", types: ["number"] },
          { at: "label", kind: "text", label: "Its label" },
          { at: "steps", kind: "numbers", label: "Grows at" },
          { at: "reverse", kind: "flag", label: "Reverse, as for P values" },
        ],
      },
      ...drawn,
    ],
    make: (given) => {
      const [first, second] = given.columns.filter(({ type }) => type === "text").map(({ id }) => id);
      const value = effectOf(given);
      return {
        id: given.newId("plot"),
        type: "heatmap",
        title: "Heat map",
        column: axisOf(given, second ?? first ?? given.pick([])),
        row: axisOf(given, first ?? given.pick([])),
        value: { ...axisOf(given, value), ...heatScale(given.heldBy(value)) },
      };
    },
  },
  forest: {
    label: "Forest",
    hint: "Estimates with their 95 % intervals, one below the other.",
    fields: [
      name,
      ...numberAxis("estimate", "Estimate"),
      {
        at: "interval",
        kind: "shape",
        label: "Interval",
        shapes: [
          {
            label: "from a standard error",
            is: (value) => typeof value === "object" && value !== null && "standard_error" in value,
            make: (given) => ({ standard_error: given.pick(["standard_error"], ["number"]) }),
            fields: [{ at: "standard_error", kind: "column", label: "Standard error", types: ["number"] }],
          },
          {
            label: "from its bounds",
            is: (value) => typeof value === "object" && value !== null && "low" in value,
            make: (given) => ({ low: given.pick([], ["number"]), high: given.pick([], ["number"]) }),
            fields: [
              { at: "low", kind: "column", label: "Lower bound", types: ["number"] },
              { at: "high", kind: "column", label: "Upper bound", types: ["number"] },
            ],
          },
        ],
      },
      {
        at: "scale",
        kind: "choice",
        label: "The estimate is",
        choices: [
          ["linear", "a difference: the line is at 0"],
          ["ratio", "a ratio: log axis, the line is at 1"],
        ],
      },
      { at: "group", kind: "column", optional: true, label: "Groups" },
      ...drawn,
    ],
    make: (given) => {
      const estimate = effectOf(given);
      return {
        id: given.newId("plot"),
        type: "forest",
        title: "Forest",
        name: nameOf(given),
        estimate: axisOf(given, estimate),
        interval: { standard_error: given.pick(["standard_error"], ["number"]) },
        scale: estimate === given.find("odds_ratio") ? "ratio" : "linear",
      };
    },
  },
} satisfies Partial<Kinds<Plot>>;
