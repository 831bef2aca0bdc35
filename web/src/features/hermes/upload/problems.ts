import type { Schemas } from "@/api/client";
import { blocking } from "@/lib/sumstats/inspection";
import { missingFields, openQuestions } from "@/lib/sumstats/mapping";
import type { SummaryItem } from "@/ui/form/ErrorSummary";
import { columnControlId } from "@/ui/sumstats/ColumnsTable";
import { questionId } from "@/ui/sumstats/Questions";
import { controlId } from "./fields";
import { checkValues, type FieldErrors } from "./metadata";
import type { Step } from "./places";
import { fileInputId } from "./StepFile";
import type { Wizard } from "./wizard";

export interface Problem extends SummaryItem {
  step: Step;
}

/** The problems of a step that the page can detect, and the server's refusals there. */
export function problemsOf(
  step: Step,
  wizard: Wizard,
  { docs, builds }: { docs: Schemas["FieldDoc"][]; builds: Schemas["Choice"][] },
  hasFile: boolean,
): Problem[] {
  switch (step) {
    case 1:
      return fileProblems(wizard, hasFile);
    case 2:
      return studyProblems(wizard, builds);
    case 3:
      return columnProblems(wizard, docs);
    default:
      return [];
  }
}

function fileProblems({ inspection, refused }: Wizard, hasFile: boolean): Problem[] {
  const messages = [...refused.file];
  if (!inspection || !hasFile) messages.push("Choose a file.");
  else messages.push(...blocking(inspection).map((finding) => finding.message));
  return messages.map((message) => ({ step: 1, id: fileInputId, message }));
}

/** The problems of the metadata: found by the page, else by the server. */
export function errorsOfStudy({ values, refused }: Wizard, builds: readonly Schemas["Choice"][]): FieldErrors {
  const genomeBuild = builds.find(({ value }) => value === values.genomeBuild)?.refused;
  return { ...refused.metadata, ...(genomeBuild && { genomeBuild }), ...checkValues(values) };
}

function studyProblems(wizard: Wizard, builds: readonly Schemas["Choice"][]): Problem[] {
  return Object.entries(errorsOfStudy(wizard, builds)).map(([key, message]) => ({
    step: 2,
    id: controlId(key),
    message,
  }));
}

/** What to do about a file that lacks a field. */
function withoutIt({ instead }: Schemas["FieldDoc"]): string {
  const again = "export the results again with it.";
  return instead.some((set) => set.length === 1 && set[0] === "rsid")
    ? `If the file has none, map its rsIDs, which a reference panel can resolve to positions, or ${again}`
    : `If the file has none, ${again}`;
}

function columnProblems({ inspection, columns, refused }: Wizard, docs: Schemas["FieldDoc"][]): Problem[] {
  if (!inspection) return [{ step: 3, message: "Choose a file to see its columns." }];
  const needed = missingFields(columns, docs).map((doc) => ({
    field: doc.field,
    message: `Choose the column of: ${doc.label}. ${withoutIt(doc)}`,
  }));
  const asked = openQuestions(columns, inspection);
  const complaints = Object.entries(refused.mapping).map(([field, message]) => ({ field, message }));
  return [
    ...[...needed, ...complaints].map(
      ({ field, message }): Problem => ({
        step: 3,
        id: field === "" ? undefined : columnControlId(field),
        message,
      }),
    ),
    ...asked.map(
      ({ fields, question }): Problem => ({
        step: 3,
        id: questionId(fields[0] ?? ""),
        message: `“${question}” has no answer yet.`,
      }),
    ),
  ];
}
