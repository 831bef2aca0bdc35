/** How a field is filled in. */
export type FieldControl = "line" | "lines" | "count" | "choice";

export interface FormField {
  key: FieldKey;
  label: string;
  control: FieldControl;
  /** Without it the cohort cannot be saved; the others are needed before it can be validated. */
  needed?: boolean;
  hint?: string;
}

export const fieldKeys = [
  "name",
  "total_sample_size",
  "number_of_males",
  "number_of_females",
  "phenotype_coding_system",
  "phenotype_mapping_issues",
  "cohort_approval_requirements",
  "summary_stats_restrictions",
  "summary_stats_publication_availability",
  "summary_stats_consortium_availability",
  "other_notes",
] as const;
export type FieldKey = (typeof fieldKeys)[number];

const size = (key: FieldKey, label: string, hint: string): FormField => ({
  key,
  label,
  control: "count",
  needed: true,
  hint,
});

export const sizeFields: FormField[] = [
  { key: "name", label: "Cohort name", control: "line", needed: true, hint: "Unique among your cohorts" },
  size("total_sample_size", "Total sample size", "All people in the cohort, with or without a phenotype"),
  size("number_of_males", "Number of males", "Limit for cases and controls of males"),
  size("number_of_females", "Number of females", "Limit for cases and controls of females"),
];

export const questionFields: FormField[] = [
  {
    key: "phenotype_coding_system",
    label: "Which coding systems define the phenotypes?",
    control: "line",
    hint: "For example ICD-10, SNOMED CT, self-report",
  },
  {
    key: "phenotype_mapping_issues",
    label: "Were there problems in mapping them to the phenotypes of the consortium?",
    control: "lines",
    hint: "“None” is an answer",
  },
  {
    key: "cohort_approval_requirements",
    label: "Which approvals does the cohort need before its case numbers may be published?",
    control: "lines",
    hint: "For example a publication committee, or “None”",
  },
  {
    key: "summary_stats_restrictions",
    label: "Which limits do you foresee on sharing cohort-level GWAS statistics?",
    control: "lines",
    hint: "Who may have them, for what, for how long; or “None”",
  },
  {
    key: "summary_stats_publication_availability",
    label: "May the cohort-level statistics be released when the paper is published?",
    control: "choice",
  },
  {
    key: "summary_stats_consortium_availability",
    label: "May members of the consortium other than the central analysts have them before that?",
    control: "choice",
  },
  { key: "other_notes", label: "Other issues or notes", control: "lines", hint: "“None” is an answer" },
];

export const allFields: FormField[] = [...sizeFields, ...questionFields];

export const labelOf = (key: FieldKey): string => allFields.find((field) => field.key === key)?.label ?? key;

export const choices = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "maybe", label: "Maybe" },
];

/** The id of a field's control, for labels and the links of the error summary. */
export const controlId = (key: FieldKey) => `cohort-${key}`;
