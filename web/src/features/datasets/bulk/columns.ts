import type { DatasetCodes } from "@/api/datasets";
import { toCsv } from "@/lib/csv";
import { type TextKey, textFields } from "../form/fields";

/** In a cell it empties a field that may be empty. */
export const clearMark = "-";

export interface SheetColumn {
  /** In the heading of the sheet. */
  name: string;
  label: string;
  /** Every new data set has it. */
  needed?: boolean;
  about: string;
  codes?: keyof DatasetCodes;
  /** Allowed values that are no codes. */
  choices?: readonly string[];
  /** People: right-aligned. */
  count?: boolean;
  /** May hold line breaks. */
  lines?: boolean;
  example: string;
}

/** A column that is a field of the form: what the form says of it holds here as well, unless the sheet says otherwise. */
function field(name: TextKey, about: string, example: string, own: Partial<SheetColumn> = {}): SheetColumn {
  const { label = name, needed, control } = textFields.find(({ key }) => key === name) ?? {};
  const codes = typeof control === "object" ? control.codes : undefined;
  return { name, label, needed, about, codes, count: control === "count", lines: control === "lines", example, ...own };
}

const column = (name: string, label: string, about: string, example: string, own: Partial<SheetColumn> = {}) => ({
  name,
  label,
  about,
  example,
  ...own,
});
const people = "People, when the phenotype is dichotomous.";

/** The columns of a sheet, in the order of the exported list: a list that was exported can be imported again. */
export const sheetColumns: readonly SheetColumn[] = [
  column(
    "id",
    "Identifier",
    "Of a data set that exists, to rename it; empty for a new one. The exported list has it.",
    "",
  ),
  field(
    "name",
    "The name of a data set that exists changes that data set; any other name makes a new one.",
    "Bentham-2015_SLE_EU_Mixed",
    { label: "Name" },
  ),
  field("status", "Where the publication stands.", "Open access"),
  column("study", "Study", "The name of a registered study.", "Lupus Genetics Study", { needed: true }),
  column("institution", "Institution", "Of a study that is registered with this import.", "King's College London"),
  field("data_source_type", "Where the data come from; File when it is empty.", "File", { needed: false }),
  field("data_type", "How it was measured.", "GWAS"),
  field("genome_build", "Files are checked against it.", "GRCh37 (hg19)"),
  field("ancestry", "Of the people as a whole.", "European"),
  column(
    "ancestry_counts",
    "People per ancestry",
    "Ancestry and number of people, separated by semicolons; a detail in brackets may follow the number.",
    "European 23210",
  ),
  field("sex", "Of the people as a whole.", "Mixed"),
  field("global_sample_size", "People in all, a whole number.", "23210"),
  field("genotyping_technology", "For example genome-wide genotyping array.", "Genome-wide genotyping array"),
  field("analysis_software", "Name and version; the GWAS Catalog asks for it when a P value is 0.", "REGENIE v3.4"),
  column(
    "terms",
    "Ontology terms",
    "Of EFO, MONDO, HP, ORPHA, DOID, OBA or UBERON, separated by semicolons; their name may follow.",
    "MONDO:0007915 systemic lupus erythematosus",
  ),
  field(
    "description",
    "What the data set is, in your words.",
    "Genome-wide association of systemic lupus erythematosus",
  ),
  field("pub_id", "PubMed ID, PMC ID or DOI.", "26502338", { label: "Publication ID" }),
  field("publication", "How it is cited.", "Bentham J et al. Nat Genet 2015;47:1457-64"),
  field("data_submitter", "Who hands the data in.", "Ada Example"),
  field("data_submitter_email", "An e-mail address.", "ada@example.org", { label: "Data submitter e-mail" }),
  field("data_contributor", "Who leads the study.", "Grace Example"),
  field("data_contributor_email", "An e-mail address, or nothing.", "grace@example.org", {
    label: "Principal investigator e-mail",
  }),
  field("license", "For example CC0 1.0, or the address of the terms.", "CC0 1.0", { label: "Licence" }),
  column(
    "phenotype",
    "Phenotype",
    "One phenotype of the data set, by its code or name. Its file is added on the page of the data set.",
    "Systemic lupus erythematosus",
  ),
  column("phenotype_description", "Description of the phenotype", "How it was defined in this study.", "ACR criteria"),
  column("dichotomous", "Dichotomous", "yes for cases and controls, no for a quantitative trait.", "yes", {
    choices: ["yes", "no"],
  }),
  column(
    "sample_size",
    "Sample size of the phenotype",
    "People, a whole number; cases and controls together when it is dichotomous.",
    "23210",
    { count: true },
  ),
  column("cases", "Cases", people, "7219", { count: true }),
  column("controls", "Controls", people, "15991", { count: true }),
];

export function columnNamed(name: string): SheetColumn | undefined {
  return sheetColumns.find((column) => column.name === name);
}

/** What people call a column; its own name when it is none of ours. */
export function labelOfColumn(name: string): string {
  return columnNamed(name)?.label ?? name;
}

/** What a coded column takes, as people call it. */
export function choicesOf(
  { codes: key, choices = [] }: SheetColumn,
  codes: DatasetCodes | undefined,
): readonly string[] {
  return key ? (codes?.[key].map((code) => code.label) ?? []) : choices;
}

/** A sheet to fill in: every column, and one row that shows how. */
export function templateText(): string {
  return toCsv(
    sheetColumns.map((column) => column.name),
    [sheetColumns.map((column) => column.example)],
  );
}
