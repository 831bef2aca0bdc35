/** The user's facts about a study for the metadata of a converted table, as typed. Pure; no DOM. */
import type { ToolInput, ToolRun } from "@/api/tools/tools";
import { shellWord } from "@/lib/text/shell";

interface Line {
  /** The field of a call that is refused. */
  field: string;
  flag: string;
  label: string;
  description?: string;
  people?: true;
}

const lines = {
  trait: { field: "study.trait", flag: "trait", label: "Trait" },
  ancestry: {
    field: "study.ancestry",
    flag: "ancestry",
    label: "Ancestry category",
    description: "As the GWAS Catalog names it: European, East Asian, Sub-Saharan African…",
  },
  technology: {
    field: "study.genotyping_technology",
    flag: "technology",
    label: "Genotyping technology",
    description: "Genome-wide genotyping array, Genome-wide sequencing…",
  },
  software: {
    field: "study.software",
    flag: "software",
    label: "Analysis software and version",
    description: "Required where a P value is 0.",
  },
  sex: { field: "study.sex", flag: "sex", label: "Sex" },
  n: {
    field: "n",
    flag: "n",
    label: "Sample size",
    description: "Default: the largest of the rows.",
    people: true,
  },
  cases: { field: "n_cases", flag: "cases", label: "Cases", people: true },
  controls: { field: "n_controls", flag: "controls", label: "Controls", people: true },
} as const satisfies Record<string, Line>;

export type StudyField = keyof typeof lines;
export type Stated = Readonly<Partial<Record<StudyField, string>>>;

export const studyLines: Readonly<Record<StudyField, Line>> = lines;
export const studyFields = Object.keys(lines) as StudyField[];

const sexes = ["M", "F", "combined", "NR"] as const;
const wholeNumber = /^[1-9]\d*$/;

/** "361,194" and "361 194" → "361194". */
const digits = (text: string) => text.replace(/[,\s]/g, "");

/** Without blanks around it; "" when nothing is stated. */
const said = (stated: Stated, field: StudyField) => (stated[field] ?? "").trim();

/** Why a number cannot be sent, beside its field. The rest is for the server to judge. */
export function statedFaults(stated: Stated): Stated {
  const wrong = studyFields.filter((field) => {
    const text = digits(said(stated, field));
    return studyLines[field].people && text !== "" && !(wholeNumber.test(text) && Number.isSafeInteger(Number(text)));
  });
  return Object.fromEntries(wrong.map((field) => [field, "Enter a whole number, such as 361194."]));
}

/** What was stated for a run before. */
export function statedOf({ study, answers }: Pick<ToolRun, "study" | "answers">): Stated {
  const { n, n_cases, n_controls } = answers;
  return {
    trait: study.trait,
    ancestry: study.ancestry,
    technology: study.genotyping_technology,
    software: study.software,
    sex: study.sex,
    n: n?.toString(),
    cases: n_cases?.toString(),
    controls: n_controls?.toString(),
  };
}

/** The same as a call takes it; a number that cannot be read is left out. */
export function statedInput(stated: Stated): Required<Pick<ToolInput, "answers" | "study">> {
  const faults = statedFaults(stated);
  const text = (field: StudyField) => said(stated, field) || undefined;
  const number = (field: StudyField) =>
    text(field) && !faults[field] ? Number(digits(said(stated, field))) : undefined;
  return {
    study: {
      trait: text("trait"),
      ancestry: text("ancestry"),
      genotyping_technology: text("technology"),
      software: text("software"),
      sex: sexes.find((sex) => sex === text("sex")),
    },
    answers: { n: number("n"), n_cases: number("cases"), n_controls: number("controls") },
  };
}

/** The same as options of the program. */
export function statedOptions(stated: Stated): string {
  return studyFields
    .filter((field) => said(stated, field) !== "")
    .map((field) => {
      const text = said(stated, field);
      return ` --${studyLines[field].flag} ${shellWord(studyLines[field].people ? digits(text) : text)}`;
    })
    .join("");
}
