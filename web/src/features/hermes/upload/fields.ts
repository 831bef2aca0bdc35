import type { HermesMetadata } from "@/api/hermes/hermes";

export type MetadataKey = keyof HermesMetadata;

/** The form's values: text as typed, so that what cannot be read is kept and marked rather than lost. */
export type Values = Record<MetadataKey, string>;

type Control =
  | { kind: "text"; longest?: number }
  | { kind: "lines"; longest?: number }
  | { kind: "count"; smallest: 0 | 1 }
  | { kind: "years" }
  | { kind: "share" }
  | { kind: "date" }
  | { kind: "phenotype" }
  | {
      kind: "choice";
      from: "ancestries" | "sexes" | "case_ascertainments" | "case_types" | "effect_scales" | "genome_builds" | "yesNo";
    };

export interface Field {
  key: MetadataKey;
  label: string;
  control: Control;
  required?: boolean;
  hint?: string;
}

export interface Group {
  title: string;
  /** The summary of the closed group. */
  about: string;
  fields: Field[];
}

const text = (longest = 500): Control => ({ kind: "text", longest });
const lines = (longest: number): Control => ({ kind: "lines", longest });
const share: Control = { kind: "share" };
const years: Control = { kind: "years" };

/** What every submission states. */
export const requiredFields: Field[] = [
  {
    key: "dataSetName",
    label: "Submission name",
    control: text(200),
    required: true,
    hint: "Unique in the consortium, e.g. UKB heart failure, women",
  },
  { key: "cohort", label: "Cohort", control: text(200), required: true },
  {
    key: "phenotype",
    label: "Phenotype",
    control: { kind: "phenotype" },
    required: true,
    hint: "Search by description",
  },
  { key: "ancestry", label: "Ancestry", control: { kind: "choice", from: "ancestries" }, required: true },
  {
    key: "sex",
    label: "Sex",
    control: { kind: "choice", from: "sexes" },
    required: true,
    hint: "Sex of the participants",
  },
  { key: "genomeBuild", label: "Genome build", control: { kind: "choice", from: "genome_builds" }, required: true },
  {
    key: "totalSampleSize",
    label: "Total sample size",
    control: { kind: "count", smallest: 1 },
    required: true,
    hint: "Cases and controls together",
  },
  {
    key: "cases",
    label: "Number of cases",
    control: { kind: "count", smallest: 0 },
    hint: "For case-control studies only",
  },
];

/** Asked next to the required fields if the file does not show it; among the others otherwise. */
export const effectScale: Field = {
  key: "effectScale",
  label: "Scale of the effects",
  control: { kind: "choice", from: "effect_scales" },
  hint: "Studies on different scales are not averaged",
};

export const groups: Group[] = [
  {
    title: "Study",
    about: "Dates, contact, references, case definition",
    fields: [
      {
        key: "dataCollectionStart",
        label: "Data collection started",
        control: { kind: "date" },
        hint: "Approximately",
      },
      { key: "dataCollectionEnd", label: "Data collection ended", control: { kind: "date" }, hint: "Approximately" },
      { key: "contactPerson", label: "Contact person", control: text(300), hint: "Name and e-mail" },
      {
        key: "references",
        label: "References",
        control: lines(2000),
        hint: "Address or PMID of the cohort's description",
      },
      { key: "acknowledgements", label: "Acknowledgements", control: lines(4000), hint: "Funding" },
      {
        key: "caseAscertainment",
        label: "Case ascertainment",
        control: { kind: "choice", from: "case_ascertainments" },
      },
      { key: "caseType", label: "Case type", control: { kind: "choice", from: "case_types" } },
      {
        key: "caseDefinition",
        label: "Case definition",
        control: lines(8000),
        hint: "Codes that were used and excluded",
      },
    ],
  },
  {
    title: "Genotyping and imputation",
    about: "Array, calling, imputation software and reference",
    fields: [
      { key: "genotypingArray", label: "Genotyping array", control: text(), hint: "e.g. Illumina Omni2.5" },
      { key: "callingAlgorithm", label: "Calling algorithm", control: text(), hint: "e.g. GATK HaplotypeCaller 4.1" },
      { key: "imputationSoftware", label: "Imputation software", control: text(), hint: "Phasing and imputation" },
      { key: "imputationReference", label: "Imputation reference", control: text(), hint: "e.g. HRC r1.1" },
      {
        key: "numberOfVariantsForImputation",
        label: "Variants used for imputation",
        control: { kind: "count", smallest: 1 },
      },
      {
        key: "imputationQualityMeasure",
        label: "Imputation quality measure",
        control: text(),
        hint: "INFO or R², and the cut-off",
      },
    ],
  },
  {
    title: "Genotype quality control",
    about: "Filters that were applied before the analysis",
    fields: [
      {
        key: "relatedIndividualsRemoved",
        label: "Related individuals removed",
        control: { kind: "choice", from: "yesNo" },
      },
      { key: "variantCallRate", label: "Variant call rate", control: share, hint: "0 to 1, e.g. 0.95" },
      { key: "sampleCallRate", label: "Sample call rate", control: share, hint: "0 to 1, e.g. 0.97" },
      { key: "hwePValue", label: "Hardy-Weinberg P", control: share, hint: "e.g. 1e-6" },
      { key: "maf", label: "Minimum MAF", control: share, hint: "e.g. 0.01" },
      { key: "otherFilters", label: "Other filters", control: lines(4000) },
    ],
  },
  {
    title: "Analysis",
    about: "Software, model, covariates",
    fields: [
      { key: "analysisSoftware", label: "Software", control: text(), hint: "e.g. REGENIE 3.4" },
      { key: "statisticalModel", label: "Statistical model", control: text(), hint: "e.g. logistic mixed model" },
      { key: "covariates", label: "Covariates", control: lines(2000), hint: "e.g. age, sex, ten principal components" },
    ],
  },
  {
    title: "How the file is written",
    about: "Scale of the effects, first position, missing values",
    fields: [
      effectScale,
      {
        key: "zeroBased",
        label: "0-based positions",
        control: { kind: "choice", from: "yesNo" },
        hint: "As in BED starts. Default: 1-based",
      },
      {
        key: "missingTokens",
        label: "Codes for missing values",
        control: text(200),
        hint: "In addition to NA, separated by spaces, e.g. -9 -99",
      },
    ],
  },
  {
    title: "Age and sex",
    about: "Means, standard deviations and share of men",
    fields: [
      { key: "meanAgeCohort", label: "Mean age, all", control: years },
      { key: "sdAgeCohort", label: "SD of age, all", control: years },
      { key: "maleProportionCohort", label: "Share of men, all", control: share },
      { key: "meanAgeControl", label: "Mean age, controls", control: years },
      { key: "sdAgeControls", label: "SD of age, controls", control: years },
      { key: "maleProportionControls", label: "Share of men, controls", control: share },
      { key: "meanAgeCases", label: "Mean age, cases", control: years },
      { key: "sdAgeCases", label: "SD of age, cases", control: years },
      { key: "maleProportionCases", label: "Share of men, cases", control: share },
      { key: "meanAgeRecruitment", label: "Mean age at diagnosis, cases", control: years },
      { key: "sdAgeRecruitment", label: "SD of age at diagnosis, cases", control: years },
      { key: "maleProportionRecruitment", label: "Share of men at diagnosis, cases", control: share },
    ],
  },
];

export const allFields: Field[] = [...requiredFields, ...groups.flatMap((group) => group.fields)];

export function fieldOf(key: string): Field | undefined {
  return allFields.find((field) => field.key === key);
}

export function isMetadataKey(key: string): key is MetadataKey {
  return fieldOf(key) !== undefined;
}

/**
 * The id of a field's control, for labels and the links of the error summary; `scope` separates
 * several forms of one page.
 */
export const controlId = (key: string, scope = "") => `${scope}study-${key}`;
