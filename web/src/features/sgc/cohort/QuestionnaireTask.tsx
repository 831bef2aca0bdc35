import { useQueryClient } from "@tanstack/react-query";
import { type Cohort, CohortConflict, cohortChanged, updateCohort } from "@/api/sgc";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { toastDone } from "@/ui/toast";
import { CohortForm } from "./form/CohortForm";
import { ConflictDialog } from "./form/ConflictDialog";
import { confirmGap } from "./form/confirmGap";
import { fieldKeys } from "./form/fields";
import type { CohortFormState } from "./form/useCohortForm";
import { answered, fromCohort, noValues, sameValues, toInput } from "./form/values";

interface QuestionnaireProps {
  cohort: Cohort;
  form: CohortFormState;
  /** Everything is answered and saved. */
  onSaved: () => void;
}

/** The questionnaire of a registered cohort. */
export function QuestionnaireTask({ cohort, form, onSaved }: QuestionnaireProps) {
  const queries = useQueryClient();
  const saving = useRecordSaving(form, {
    version: cohort.version,
    input: toInput,
    put: (version, input) => updateCohort(cohort.id, version, input),
    conflictOf: (error) => (error instanceof CohortConflict ? error.current : undefined),
    says: (held, values) => sameValues(fromCohort(held), values),
    onSaved: async (saved, left) => {
      toastDone(left ? `${saved.name} was saved. What you typed since is not.` : `${saved.name} was saved.`);
      if (!left && answered(fromCohort(saved)) === fieldKeys.length) onSaved();
      await cohortChanged(queries, saved);
    },
  });
  const { conflict } = saving;

  async function submit() {
    if (form.ready() && (await confirmGap(form.values, form.base?.values ?? noValues))) saving.submit();
  }

  return (
    <>
      <CohortForm form={form} label="Save" busy={saving.busy} onSubmit={() => void submit()} />
      {conflict && (
        <ConflictDialog
          key={conflict.version}
          base={saving.base}
          mine={form.values}
          current={conflict}
          busy={saving.busy}
          onSave={saving.saveMerged}
          onEdit={(values) => {
            saving.editMerged(values);
            void cohortChanged(queries, conflict);
          }}
          onClose={saving.closeConflict}
        />
      )}
    </>
  );
}
