import type { DatasetCodes, DatasetInput } from "@/api/datasets";

/** Fields that are typed or chosen as one text each. */
export const textKeys = [
  "name",
  "status",
  "data_type",
  "genome_build",
  "data_source_type",
  "genotyping_technology",
  "analysis_software",
  "sex",
  "global_sample_size",
  "ancestry",
  "pub_id",
  "publication",
  "description",
  "data_submitter",
  "data_submitter_email",
  "data_contributor",
  "data_contributor_email",
  "license",
] as const satisfies readonly (keyof DatasetInput)[];
export type TextKey = (typeof textKeys)[number];

/** Everything that is said about a data set, as the conflict of two versions lists it. */
export const partKeys = [
  "name",
  "study",
  ...textKeys.filter((key) => key !== "name"),
  "ancestry_counts",
  "terms",
] as const;
export type PartKey = TextKey | "study" | "ancestry_counts" | "terms";

export interface TextField {
  key: TextKey;
  label: string;
  control: "line" | "lines" | "count" | { codes: keyof DatasetCodes };
  needed?: boolean;
  hint?: string;
  /** Characters. */
  longest?: number;
  wide?: boolean;
}

export const nameField: TextField = {
  key: "name",
  label: "Data set name",
  control: "line",
  needed: true,
  longest: 500,
  wide: true,
  hint: "Author-Year_Phenotype_Ancestry_Sex, such as Bentham-2015_SLE_EU_Mixed: one line of at most 500 characters. No two data sets have the same, capitals aside.",
};

export const kindFields: TextField[] = [
  { key: "status", label: "Status", control: { codes: "status" }, needed: true },
  { key: "data_type", label: "Data type", control: { codes: "data_type" }, needed: true },
  {
    key: "genome_build",
    label: "Genome build",
    control: { codes: "genome_build" },
    needed: true,
    hint: "Files are checked against it, and anew when it changes",
  },
  { key: "data_source_type", label: "Data source", control: { codes: "data_source_type" }, needed: true },
  {
    key: "genotyping_technology",
    label: "Genotyping technology",
    control: "line",
    longest: 300,
    wide: true,
    hint: "For example genome-wide genotyping array, or exome sequencing; the GWAS Catalog asks for it",
  },
  {
    key: "analysis_software",
    label: "Analysis software",
    control: "line",
    longest: 300,
    wide: true,
    hint: "Name and version, such as REGENIE v3.4; the GWAS Catalog asks for it when a P value is 0",
  },
];

export const peopleFields: TextField[] = [
  { key: "global_sample_size", label: "Global sample size", control: "count", needed: true, hint: "People in all" },
  { key: "ancestry", label: "Ancestry", control: { codes: "ancestry" }, needed: true },
  { key: "sex", label: "Sex", control: { codes: "sex" }, needed: true },
];

export const publicationFields: TextField[] = [
  { key: "publication", label: "Publication", control: "lines", longest: 5000, hint: "How it is cited" },
  { key: "description", label: "Description", control: "lines", needed: true, longest: 20_000 },
];

export const contactFields: TextField[] = [
  { key: "data_submitter", label: "Data submitter", control: "line", needed: true, longest: 500 },
  { key: "data_submitter_email", label: "E-mail of the submitter", control: "line", needed: true, longest: 320 },
  { key: "data_contributor", label: "Principal investigator", control: "line", longest: 500 },
  { key: "data_contributor_email", label: "E-mail of the principal investigator", control: "line", longest: 320 },
  {
    key: "license",
    label: "Licence of the data",
    control: "line",
    longest: 500,
    wide: true,
    hint: "For example CC0 1.0, or the address of the terms",
  },
];

export const pubIdField: TextField = {
  key: "pub_id",
  label: "PubMed ID, PMC ID or DOI",
  control: "line",
  longest: 300,
  hint: "For example 26502338, PMC4668589 or 10.1038/ng.3434",
};

export const textFields: TextField[] = [
  nameField,
  ...kindFields,
  ...peopleFields,
  pubIdField,
  ...publicationFields,
  ...contactFields,
];

const otherLabels = {
  study: "Study",
  ancestry_counts: "People per ancestry",
  terms: "Ontology terms",
} as const;

export function labelOfPart(key: PartKey): string {
  if (key in otherLabels) return otherLabels[key as keyof typeof otherLabels];
  return textFields.find((field) => field.key === key)?.label ?? key;
}

/** The id of a control, for labels and the links of the error summary. */
export const controlId = (key: string) => `dataset-${key}`;
