import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Cohort, cohortChanged, type SgcFile, sgcKeys } from "@/api/sgc";
import { CohortConflict, removeFile } from "@/api/sgc-calls";
import { confirm } from "@/ui/confirm";
import { toastDone, toastError } from "@/ui/toast";
import { kindWords } from "../words";

/** Takes the current file of a kind away after asking; its versions stay. */
export function useRemoveFile(cohort: Cohort) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ kind }: SgcFile) => removeFile(cohort.id, kind, cohort.version),
    onSuccess: (changed, { kind }) => {
      toastDone(`${kindWords[kind]}: the file was removed.`);
      return cohortChanged(queries, changed);
    },
    onError: (error, file) => {
      if (error instanceof CohortConflict) queries.setQueryData(sgcKeys.cohort(cohort.id), error.current);
      toastError(`${file.file_name} was not removed`, error);
    },
  });

  async function ask(file: SgcFile) {
    const yes = await confirm({
      title: `Remove ${kindWords[file.kind]}?`,
      children: consequences(cohort, file),
      confirm: "Remove file",
      danger: true,
    });
    if (yes) remove.mutate(file);
  }

  return { ask, busy: remove.isPending };
}

function consequences({ name, validated }: Cohort, { file_name, version, kind }: SgcFile): string {
  const counted = kind === "cohort_description" ? "" : " Its numbers no longer count in the totals.";
  const state = validated
    ? `${name} is no longer validated until a new file is there and it is validated again.`
    : `${name} cannot be validated until a new file is there.`;
  return `${state}${counted} Version ${version} (${file_name}) stays in the history, to be downloaded.`;
}
