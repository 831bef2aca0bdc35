import type { DatasetCodes } from "@/api/datasets";
import { toCsv } from "@/lib/csv";

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

/** The columns of a sheet, in the order of the exported list: a list that was exported can be imported again. */
export const sheetColumns: readonly SheetColumn[] = [
  {
    name: "id",
    label: "Identifier",
    about: "Of a data set that exists, to rename it; empty for a new one. The exported list has it.",
    example: "",
  },
  {
    name: "name",
    label: "Name",
    needed: true,
    about: "The name of a data set that exists changes that data set; any other name makes a new one.",
    example: "Bentham-2015_SLE_EU_Mixed",
  },
  {
    name: "status",
    label: "Status",
    needed: true,
    about: "Where the publication stands.",
    codes: "status",
    example: "Open access",
  },
  {
    name: "study",
    label: "Study",
    needed: true,
    about: "The name of a registered study.",
    example: "Lupus Genetics Study",
  },
  {
    name: "institution",
    label: "Institution",
    about: "Of a study that is registered with this import.",
    example: "King's College London",
  },
  {
    name: "data_source_type",
    label: "Data source",
    about: "Where the data come from; File when it is empty.",
    codes: "data_source_type",
    example: "File",
  },
  {
    name: "data_type",
    label: "Data type",
    needed: true,
    about: "How it was measured.",
    codes: "data_type",
    example: "GWAS",
  },
  {
    name: "genome_build",
    label: "Genome build",
    needed: true,
    about: "Files are checked against it.",
    codes: "genome_build",
    example: "GRCh37 (hg19)",
  },
  {
    name: "ancestry",
    label: "Ancestry",
    needed: true,
    about: "Of the people as a whole.",
    codes: "ancestry",
    example: "European",
  },
  {
    name: "ancestry_counts",
    label: "People per ancestry",
    about: "Ancestry and number of people, separated by semicolons; a detail in brackets may follow the number.",
    example: "European 23210",
  },
  { name: "sex", label: "Sex", needed: true, about: "Of the people as a whole.", codes: "sex", example: "Mixed" },
  {
    name: "global_sample_size",
    count: true,
    label: "Global sample size",
    needed: true,
    about: "People in all, a whole number.",
    example: "23210",
  },
  {
    name: "genotyping_technology",
    label: "Genotyping technology",
    about: "For example genome-wide genotyping array.",
    example: "Genome-wide genotyping array",
  },
  {
    name: "analysis_software",
    label: "Analysis software",
    about: "Name and version; the GWAS Catalog asks for it when a P value is 0.",
    example: "REGENIE v3.4",
  },
  {
    name: "terms",
    label: "Ontology terms",
    about: "Of EFO, MONDO, HP, ORPHA, DOID, OBA or UBERON, separated by semicolons; their name may follow.",
    example: "MONDO:0007915 systemic lupus erythematosus",
  },
  {
    name: "description",
    label: "Description",
    needed: true,
    about: "What the data set is, in your words.",
    lines: true,
    example: "Genome-wide association of systemic lupus erythematosus",
  },
  {
    name: "pub_id",
    label: "Publication ID",
    about: "PubMed ID, PMC ID or DOI.",
    example: "26502338",
  },
  {
    name: "publication",
    label: "Publication",
    about: "How it is cited.",
    lines: true,
    example: "Bentham J et al. Nat Genet 2015;47:1457-64",
  },
  {
    name: "data_submitter",
    label: "Data submitter",
    needed: true,
    about: "Who hands the data in.",
    example: "Ada Example",
  },
  {
    name: "data_submitter_email",
    label: "Data submitter e-mail",
    needed: true,
    about: "An e-mail address.",
    example: "ada@example.org",
  },
  {
    name: "data_contributor",
    label: "Principal investigator",
    about: "Who leads the study.",
    example: "Grace Example",
  },
  {
    name: "data_contributor_email",
    label: "Principal investigator e-mail",
    about: "An e-mail address, or nothing.",
    example: "grace@example.org",
  },
  { name: "license", label: "Licence", about: "For example CC0 1.0, or the address of the terms.", example: "CC0 1.0" },
  {
    name: "phenotype",
    label: "Phenotype",
    about: "One phenotype of the data set, by its code or name. Its file is added on the page of the data set.",
    example: "Systemic lupus erythematosus",
  },
  {
    name: "phenotype_description",
    label: "Description of the phenotype",
    about: "How it was defined in this study.",
    example: "ACR criteria",
  },
  {
    name: "dichotomous",
    label: "Dichotomous",
    about: "yes for cases and controls, no for a quantitative trait.",
    choices: ["yes", "no"],
    example: "yes",
  },
  {
    name: "sample_size",
    count: true,
    label: "Sample size of the phenotype",
    about: "People, a whole number; cases and controls together when it is dichotomous.",
    example: "23210",
  },
  { name: "cases", count: true, label: "Cases", about: "People, when the phenotype is dichotomous.", example: "7219" },
  {
    name: "controls",
    count: true,
    label: "Controls",
    about: "People, when the phenotype is dichotomous.",
    example: "15991",
  },
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
