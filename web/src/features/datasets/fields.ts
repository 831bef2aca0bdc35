import type { DatasetCodes, DatasetInput } from "@/api/datasets/datasets";

/**
 * The control of a text; `codes` are options to choose from, and `own` fields have a separate part
 * of the form.
 */
export type Control = "line" | "lines" | "count" | "own" | { codes: keyof DatasetCodes };

/** Fields that are no text. */
type OwnKey = "study" | "ancestry_counts" | "terms";

interface FieldShape {
  key: keyof DatasetInput | OwnKey;
  label: string;
  control: Control;
  needed?: boolean;
  /** Of a new data set where nothing is said. */
  usual?: string;
  /** Below its control in the form. */
  hint?: string;
  /** In the list of what a sheet may say; the hint if absent. */
  about?: string;
  /** In the template of a sheet. */
  example: string;
  /** Characters. */
  longest?: number;
  /** As wide as the form. */
  wide?: boolean;
}

const table = [
  {
    key: "name",
    label: "Data set name",
    control: "line",
    needed: true,
    longest: 500,
    wide: true,
    hint: "Author-Year_Phenotype_Ancestry_Sex, such as Bentham-2015_SLE_EU_Mixed: one line of at most 500 characters. Must be unique (capitals are ignored).",
    about: "An existing name changes that data set. Any other name registers a new one.",
    example: "Bentham-2015_SLE_EU_Mixed",
  },
  {
    key: "study",
    label: "Study",
    control: "own",
    needed: true,
    about: "The name of a registered study",
    example: "Lupus Genetics Study",
  },
  {
    key: "status",
    label: "Status",
    control: { codes: "status" },
    needed: true,
    about: "Link to the publication",
    example: "Open access",
  },
  {
    key: "data_type",
    label: "Data type",
    control: { codes: "data_type" },
    needed: true,
    about: "How it was measured",
    example: "GWAS",
  },
  {
    key: "genome_build",
    label: "Genome build",
    control: { codes: "genome_build" },
    needed: true,
    hint: "Files are checked on this build, and again when it changes",
    example: "GRCh37 (hg19)",
  },
  {
    key: "data_source_type",
    label: "Data source",
    control: { codes: "data_source_type" },
    needed: true,
    usual: "file",
    about: "Source of the data. Default: File",
    example: "File",
  },
  {
    key: "genotyping_technology",
    label: "Genotyping technology",
    control: "line",
    longest: 300,
    wide: true,
    hint: "For example genome-wide genotyping array or exome sequencing. Required by the GWAS Catalog",
    example: "Genome-wide genotyping array",
  },
  {
    key: "analysis_software",
    label: "Analysis software",
    control: "line",
    longest: 300,
    wide: true,
    hint: "Name and version, such as REGENIE v3.4. Required by the GWAS Catalog when a P value is 0",
    example: "REGENIE v3.4",
  },
  {
    key: "global_sample_size",
    label: "Global sample size",
    control: "count",
    needed: true,
    hint: "People in all",
    example: "23210",
  },
  {
    key: "ancestry",
    label: "Ancestry",
    control: { codes: "ancestry" },
    needed: true,
    about: "All participants",
    example: "European",
  },
  {
    key: "sex",
    label: "Sex",
    control: { codes: "sex" },
    needed: true,
    about: "All participants",
    example: "Mixed",
  },
  {
    key: "ancestry_counts",
    label: "People per ancestry",
    control: "own",
    about: "Ancestry and number of people, separated by semicolons. Optional detail in brackets after the number",
    example: "European 23210",
  },
  {
    key: "pub_id",
    label: "Publication ID",
    control: "line",
    longest: 300,
    hint: "PubMed ID, PMC ID or DOI, such as 26502338, PMC4668589 or 10.1038/ng.3434",
    example: "26502338",
  },
  {
    key: "publication",
    label: "Publication",
    control: "lines",
    longest: 5000,
    hint: "Citation",
    example: "Bentham J et al. Nat Genet 2015;47:1457-64",
  },
  {
    key: "description",
    label: "Description",
    control: "lines",
    needed: true,
    longest: 20_000,
    about: "Short description of the data set",
    example: "Genome-wide association of systemic lupus erythematosus",
  },
  {
    key: "terms",
    label: "Ontology terms",
    control: "own",
    about: "From EFO, MONDO, HP, ORPHA, DOID, OBA or UBERON, separated by semicolons. Optional name after each",
    example: "MONDO:0007915 systemic lupus erythematosus",
  },
  {
    key: "data_submitter",
    label: "Data submitter",
    control: "line",
    needed: true,
    longest: 500,
    about: "Submitter of the data",
    example: "Ada Example",
  },
  {
    key: "data_submitter_email",
    label: "Data submitter e-mail",
    control: "line",
    needed: true,
    longest: 320,
    about: "An e-mail address",
    example: "ada@example.org",
  },
  {
    key: "data_contributor",
    label: "Principal investigator",
    control: "line",
    longest: 500,
    about: "Lead of the study",
    example: "Grace Example",
  },
  {
    key: "data_contributor_email",
    label: "Principal investigator e-mail",
    control: "line",
    longest: 320,
    about: "An e-mail address. Optional",
    example: "grace@example.org",
  },
  {
    key: "license",
    label: "Licence",
    control: "line",
    longest: 500,
    wide: true,
    hint: "For example CC0 1.0, or the address of the terms",
    example: "CC0 1.0",
  },
] as const satisfies readonly FieldShape[];

export type PartKey = (typeof table)[number]["key"];
export type TextKey = Exclude<PartKey, OwnKey>;
type FieldOf<Key> = FieldShape & { key: Key };
export type TextField = FieldOf<TextKey>;

/** The metadata of a data set, in form order: one table for form, conflict and sheet. */
export const fields: readonly FieldOf<PartKey>[] = table;

/** Those that are one text each. */
export const textFields = fields.filter((field): field is TextField => field.control !== "own");

export const textKeys: readonly TextKey[] = textFields.map(({ key }) => key);
export const partKeys: readonly PartKey[] = fields.map(({ key }) => key);

/** The field of a key. */
export function fieldOf<Key extends PartKey>(key: Key): FieldOf<Key> {
  const found = fields.find((field): field is FieldOf<Key> => field.key === key);
  if (!found) throw new Error(`no field ${key}`);
  return found;
}
