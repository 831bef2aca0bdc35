import type { ColumnRole, ColumnType, Filter } from "@/lib/document/document";
import type { Field, Given, Kind, Kinds } from "./field";

const texts = { at: "preset", kind: "texts", optional: true, label: "Initial value" } as const;
const bound = { at: "preset", kind: "number", optional: true, label: "Initial value" } as const;
const bounds = {
  at: "preset",
  kind: "part",
  label: "Initial bounds",
  make: () => ({ low: 0, high: 1 }),
  fields: [
    { at: "low", kind: "number", label: "From" },
    { at: "high", kind: "number", label: "To" },
  ],
} as const satisfies Field;

interface Plain {
  label: string;
  hint: string;
  roles?: readonly ColumnRole[];
  types: readonly ColumnType[];
  preset: Field;
}

type Of<K extends Filter["type"]> = Extract<Filter, { type: K }>;

/** All filters ask for the same but what they begin with. */
function kindOf<K extends Filter["type"]>(type: K, { label, hint, roles = [], types, preset }: Plain): Kind<Of<K>> {
  const fields: readonly Field[] = [
    { at: "column", kind: "column", label: "Column", types },
    { at: "label", kind: "text", label: "Label" },
    preset,
    { at: "name_in_chip", kind: "flag", label: "Show the label in the chip" },
    {
      at: "hidden",
      kind: "flag",
      label: "Hidden",
      hint: "Hidden from readers. Its initial value always applies.",
    },
  ];
  return {
    label,
    hint,
    fields: fields as Kind<Of<K>>["fields"],
    make: (given: Given) => {
      const column = given.pick(roles, types);
      return { id: given.newId("filter"), type, column, label: given.titleOf(column), name_in_chip: true } as Of<K>;
    },
  };
}

const effects: readonly ColumnRole[] = ["beta", "odds_ratio"];

export const filterKinds: Kinds<Filter> = {
  contains: kindOf("contains", {
    label: "Search",
    hint: "Rows whose text contains the input.",
    roles: ["gene", "rsid"],
    types: ["text", "list"],
    preset: texts,
  }),
  choice: kindOf("choice", {
    label: "Choice",
    hint: "One value out of a list.",
    types: ["text", "boolean", "list"],
    preset: texts,
  }),
  checklist: kindOf("checklist", {
    label: "Check list",
    hint: "Several values, ticked.",
    roles: ["chromosome"],
    types: ["text", "boolean", "list"],
    preset: texts,
  }),
  suggest: kindOf("suggest", {
    label: "Suggestions",
    hint: "Suggests values while you type.",
    roles: ["gene"],
    types: ["text", "list"],
    preset: texts,
  }),
  exact: kindOf("exact", {
    label: "Exactly",
    hint: "Rows whose value equals the input exactly.",
    roles: ["rsid"],
    types: ["text", "number", "boolean"],
    preset: texts,
  }),
  without: kindOf("without", {
    label: "All but",
    hint: "Rows whose value is none of the inputs.",
    types: ["text", "number", "boolean"],
    preset: texts,
  }),
  at_most: kindOf("at_most", {
    label: "At most",
    hint: "value ≤ input.",
    roles: ["p_value"],
    types: ["number"],
    preset: bound,
  }),
  at_least: kindOf("at_least", {
    label: "At least",
    hint: "value ≥ input.",
    roles: ["neg_log_10_p_value"],
    types: ["number"],
    preset: bound,
  }),
  between: kindOf("between", {
    label: "Between",
    hint: "low ≤ value ≤ high.",
    roles: effects,
    types: ["number"],
    preset: bounds,
  }),
  outside: kindOf("outside", {
    label: "Outside",
    hint: "value ≤ low, or value ≥ high.",
    roles: effects,
    types: ["number"],
    preset: bounds,
  }),
  slider: kindOf("slider", {
    label: "Slider",
    hint: "Between two handles.",
    roles: ["effect_allele_frequency"],
    types: ["number"],
    preset: bounds,
  }),
};
