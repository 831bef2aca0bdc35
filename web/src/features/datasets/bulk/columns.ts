import type { DatasetCodes } from "@/api/datasets/datasets";
import { toCsv } from "@/lib/text/csv";
import { type Control, fields } from "../fields";

/** In a cell it empties a field that may be empty. */
export const clearMark = "-";

export interface SheetColumn {
  /** In the heading of the sheet. */
  name: string;
  label: string;
  /** Every new data set has it. */
  needed?: boolean | undefined;
  about: string;
  control: Control | { choices: readonly string[] };
  example: string;
}

const idColumn: SheetColumn = {
  name: "id",
  label: "Identifier",
  control: "line",
  about: "Id of an existing data set, to rename it. Empty for a new one. See the exported list.",
  example: "",
};

const institutionColumn: SheetColumn = {
  name: "institution",
  label: "Institution",
  control: "line",
  about: "Institution of a study that this import registers",
  example: "King's College London",
};

const phenotypeColumns: readonly SheetColumn[] = [
  {
    name: "phenotype",
    label: "Phenotype",
    control: "line",
    about: "One phenotype of the data set, by its code or name. Its file is added on the page of the data set.",
    example: "Systemic lupus erythematosus",
  },
  {
    name: "phenotype_description",
    label: "Description of the phenotype",
    control: "line",
    about: "How it was defined in this study",
    example: "ACR criteria",
  },
  {
    name: "dichotomous",
    label: "Dichotomous",
    control: { choices: ["yes", "no"] },
    about: "yes for cases and controls, no for a quantitative trait",
    example: "yes",
  },
  {
    name: "sample_size",
    label: "Sample size of the phenotype",
    control: "count",
    about: "Number of people. Cases plus controls if the phenotype is dichotomous",
    example: "23210",
  },
  {
    name: "cases",
    label: "Cases",
    control: "count",
    about: "People, when the phenotype is dichotomous",
    example: "7219",
  },
  {
    name: "controls",
    label: "Controls",
    control: "count",
    about: "People, when the phenotype is dichotomous",
    example: "15991",
  },
];

/** The columns of a sheet: what the form has in its order, and one phenotype. A list that was exported can be imported again. */
export const sheetColumns: readonly SheetColumn[] = [
  idColumn,
  ...fields.flatMap(({ key, needed, usual, hint = "", about = hint, ...field }) => {
    const column = { ...field, name: key, needed: needed && !usual, about };
    return key === "study" ? [column, institutionColumn] : [column];
  }),
  ...phenotypeColumns,
];

export function columnNamed(name: string): SheetColumn | undefined {
  return sheetColumns.find((column) => column.name === name);
}

/** What people call a column; its own name when it is none of ours. */
export function labelOfColumn(name: string): string {
  return columnNamed(name)?.label ?? name;
}

/** What a coded column takes, as people call it; nothing where it takes any value. */
export function choicesOf({ control }: SheetColumn, codes: DatasetCodes | undefined): readonly string[] {
  if (typeof control === "string") return [];
  return "choices" in control ? control.choices : (codes?.[control.codes].map(({ label }) => label) ?? []);
}

/** A sheet to fill in: every column, and one row that shows how. */
export function templateText(): string {
  return toCsv(
    sheetColumns.map((column) => column.name),
    [sheetColumns.map((column) => column.example)],
  );
}
