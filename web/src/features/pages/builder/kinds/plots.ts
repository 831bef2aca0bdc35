import type { Plot, PlotType } from "@/lib/document/document";
import type { Choice, Field, Given, Kinds } from "./field";

const isChoices: readonly Choice[] = [
  ["p", "P values"],
  ["neg_log_10_p", "−log10 P already"],
];

const strength = [
  { at: "y.column", kind: "column", label: "Strength", types: ["number"] },
  { at: "y.is", kind: "choice", label: "Its values are", choices: isChoices },
  { at: "y.label", kind: "text", label: "Label of the axis" },
] as const satisfies readonly Field[];

const place = [
  { at: "place.chromosome", kind: "column", label: "Chromosome" },
  { at: "place.position", kind: "column", label: "Position", types: ["number"] },
] as const satisfies readonly Field[];

const name = { at: "name", kind: "column", label: "Name of a point" } as const;
const maybeName = { ...name, optional: true } as const;
const thresholds = {
  at: "thresholds",
  kind: "numbers",
  label: "Lines at P",
  hint: "For example 5e-8 and 1e-5. Press Enter after each.",
} as const;

/** What every plot ends with. */
const drawn = [
  { at: "hover", kind: "columns", label: "Shown when one points at it" },
  { at: "title", kind: "text", label: "Title" },
  { at: "height", kind: "number", whole: true, optional: true, label: "Height in pixels", hint: "Empty: as usual." },
] as const satisfies readonly Field[];

const condition = <W extends "x" | "y">(which: W, what: string) =>
  [
    { at: `${which}_condition.above`, kind: "number", optional: true, label: `${what} stands out from` },
    { at: `${which}_condition.below`, kind: "number", optional: true, label: "and up to" },
    {
      at: `${which}_condition.join`,
      kind: "choice",
      label: "Where both bounds are given",
      choices: [
        ["either", "either is enough"],
        ["both", "both have to hold"],
      ],
    },
  ] as const;

function strengthOf(given: Given) {
  const logged = given.find("neg_log_10_p_value");
  const column = given.find("p_value") ?? logged ?? given.pick([], ["number"]);
  const is = column === logged ? "neg_log_10_p" : "p";
  return { column, is, label: "−log10 P" } as const;
}

const placeOf = (given: Given) => ({
  chromosome: given.pick(["chromosome"]),
  position: given.pick(["position"], ["number"]),
});

function axisOf(given: Given, column: string) {
  return { column, label: given.titleOf(column) };
}

const effectOf = (given: Given) => given.pick(["beta", "odds_ratio"], ["number"]);
const nameOf = (given: Given) => given.pick(["gene", "rsid"], ["text"]);
const numberAxis = <A extends string>(at: A, label: string) =>
  [
    { at: `${at}.column`, kind: "column", label, types: ["number"] },
    { at: `${at}.label`, kind: "text", label: "Its label" },
  ] as const;
const textAxis = <A extends string>(at: A, label: string) =>
  [
    { at: `${at}.column`, kind: "column", label },
    { at: `${at}.label`, kind: "text", label: "Its label" },
  ] as const;
const maybeNamed = (given: Given) => {
  const found = given.find("gene", "rsid");
  return found ? { name: found } : {};
};

export const plotKinds: Kinds<Plot> = {
  manhattan: {
    label: "Manhattan",
    hint: "Strength along the genome.",
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
        label: "A point leads to",
        hint: "{id of a column} stands for its value.",
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
    hint: "Strengths beside those expected without any association.",
    fields: [...strength, ...drawn],
    make: (given) => ({ id: given.newId("plot"), type: "qq", title: "QQ", y: strengthOf(given) }),
  },
  region: {
    label: "Region",
    hint: "One place of the genome, with its genes.",
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
        hint: "As the server's LD reference names it. Empty: the server's usual one.",
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
    hint: "Strength against effect; what stands out is named.",
    fields: [
      ...numberAxis("x", "Effect"),
      ...strength,
      name,
      ...condition("x", "An effect"),
      ...condition("y", "A −log10 P"),
      {
        at: "label_at",
        kind: "choice",
        label: "A point is named when",
        choices: [
          [1, "one of the two stands out"],
          [2, "both stand out"],
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
    hint: "Strength of many traits, side by side in groups.",
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
    hint: "Two groupings against each other, a value as colour.",
    fields: [
      ...textAxis("column", "Columns"),
      ...textAxis("row", "Rows"),
      ...numberAxis("value", "Colour"),
      { at: "value.low", kind: "number", label: "Low" },
      { at: "value.middle", kind: "number", label: "Middle" },
      { at: "value.high", kind: "number", label: "High" },
      { at: "value.reverse", kind: "flag", label: "Colours the other way round" },
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
          { at: "reverse", kind: "flag", label: "Grows downwards, as for P values" },
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
        value: { ...axisOf(given, value), low: -1, middle: 0, high: 1, reverse: false },
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
    hint: "How many rows each value has, or a number of theirs.",
    fields: [
      ...textAxis("category", "One bar for each"),
      {
        at: "as",
        kind: "choice",
        label: "Its length is",
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
        label: "Of a column",
        make: (given) => axisOf(given, given.pick([], ["number"])),
        fields: [
          { at: "column", kind: "column", label: "Column", types: ["number"] },
          { at: "label", kind: "text", label: "Its label" },
        ],
      },
      { at: "colour", kind: "column", optional: true, label: "Colour" },
      { at: "across", kind: "flag", label: "Bars go across" },
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
    hint: "How a number is spread within each group.",
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
    hint: "How often each size of a number occurs.",
    fields: [
      ...numberAxis("value", "Number"),
      { at: "bins", kind: "number", whole: true, optional: true, label: "Number of bins", hint: "Empty: as fits." },
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
    hint: "The rows that score highest, and what their score is made of.",
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
};

export const plotTypes = Object.keys(plotKinds) as PlotType[];

/** Plots that the roles of the columns are enough for, the usual ones first. */
export function suggestedPlots(given: Given): PlotType[] {
  const strong = given.find("p_value", "neg_log_10_p_value");
  const placed = given.find("chromosome") && given.find("position");
  const effect = given.find("beta", "odds_ratio");
  const found: (PlotType | false | undefined | "")[] = [
    placed && strong && "manhattan",
    placed && strong && "region",
    strong && "qq",
    effect && strong && given.find("gene", "rsid") && "volcano",
    effect && given.find("standard_error") && given.find("gene", "rsid") && "forest",
    effect && given.find("effect_allele_frequency") && "scatter",
  ];
  return found.filter((type): type is PlotType => Boolean(type));
}
