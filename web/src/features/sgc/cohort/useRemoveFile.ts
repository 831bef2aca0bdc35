import { useQueryClient } from "@tanstack/react-query";
import { removeFile } from "@/api/sgc/calls";
import { cohortConflicts } from "@/api/sgc/refusals";
import { type Cohort, cohortChanged, type SgcFile } from "@/api/sgc/sgc";
import { useDeeds } from "@/ui/action/useDeeds";
import { kindWords } from "../words";

/** Takes the current file of a kind away after asking; its versions stay. */
export function useRemoveFile(cohort: Cohort) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const ask = (file: SgcFile) =>
    run({
      question: {
        title: `Remove ${kindWords[file.kind]}?`,
        children: consequences(cohort, file),
        confirm: "Remove file",
        danger: true,
      },
      call: () => removeFile(cohort.id, file.kind, cohort.version),
      done: `${kindWords[file.kind]}: the file was removed.`,
      failed: `${file.file_name} was not removed`,
      after: (changed) => cohortChanged(queries, changed),
      onRefused: (error) => {
        cohortConflicts(queries, error);
      },
    });
  return { ask, busy };
}

function consequences({ name, validated }: Cohort, { file_name, version, kind }: SgcFile): string {
  const counted = kind === "cohort_description" ? "" : " Its numbers are removed from the totals.";
  const state = validated
    ? `${name} loses its validation until you submit a new file and validate again.`
    : `${name} cannot be validated until you submit a new file.`;
  return `${state}${counted} Version ${version} (${file_name}) can be downloaded from the history.`;
}
