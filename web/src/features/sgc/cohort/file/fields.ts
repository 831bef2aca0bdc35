import type { SgcMapping } from "@/api/sgc/sgc";
import { own } from "@/lib/own";
import type { TableKind } from "../../words";

/** What a column of a table means. */
export interface TableField {
  key: string;
  label: string;
  needed: boolean;
  /** Whole numbers, shown at the right. */
  numeric: boolean;
}

const field = (key: string, label: string, numeric = false, needed = true): TableField => ({
  key,
  label,
  needed,
  numeric,
});

const casesFields = [
  field("phenotype", "Phenotype"),
  field("cases", "Cases", true),
  field("controls", "Controls", true),
  field("breakdown", "Breakdown", false, false),
];

const pairFields = [
  field("phenotype1", "Phenotype 1"),
  field("phenotype2", "Phenotype 2"),
  field("cooccurrence_count", "People with both", true),
];

/** The fields of a table, in the order of its examples. */
export function fieldsOf(kind: TableKind): TableField[] {
  return kind.startsWith("cases") ? casesFields : pairFields;
}

export function missingFields(kind: TableKind, mapping: SgcMapping): TableField[] {
  return fieldsOf(kind).filter((one) => one.needed && !own(mapping, one.key));
}

/** Reads a field from a column, or from none; the field that had the column loses it. */
export function chooseColumn(mapping: SgcMapping, key: string, column: string | undefined): SgcMapping {
  const others = Object.entries(mapping).filter(([other, used]) => other !== key && used !== column);
  return Object.fromEntries(column === undefined ? others : [...others, [key, column]]);
}

/** What each table holds, in a sentence. */
export function aboutKind(kind: TableKind): string {
  const whom = kind.endsWith("female") ? "females" : "males";
  return kind.startsWith("cases")
    ? `One row for each phenotype: its code, how many ${whom} are cases, how many are controls. An optional column contains the cases by diagnosis code, such as L400:60;L409:41.`
    : `One row for each pair of phenotypes: both codes, and how many ${whom} have both. The order within a pair does not matter.`;
}
