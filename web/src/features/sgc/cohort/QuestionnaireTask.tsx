import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Cohort, CohortConflict, cohortChanged, updateCohort } from "@/api/sgc";
import { toastDone } from "@/ui/toast";
import { CohortForm } from "./form/CohortForm";
import { ConflictDialog } from "./form/ConflictDialog";
import { confirmGap } from "./form/confirmGap";
import { fieldKeys } from "./form/fields";
import type { CohortFormState } from "./form/useCohortForm";
import { answered, fromCohort, noValues, sameValues, toInput, type Values } from "./form/values";

interface QuestionnaireProps {
  cohort: Cohort;
  form: CohortFormState;
  /** Everything is answered and saved. */
  onSaved: () => void;
}

interface Save {
  values: Values;
  version: number;
}

/** Saves the form; a change by somebody else that does not touch it is no conflict. */
async function save(cohort: Cohort, base: Values, { values, version }: Save): Promise<Cohort> {
  const input = toInput(values);
  try {
    return await updateCohort(cohort.id, version, input);
  } catch (error) {
    if (error instanceof CohortConflict && sameValues(fromCohort(error.current), base)) {
      return updateCohort(cohort.id, error.current.version, input);
    }
    throw error;
  }
}

/** The questionnaire of a registered cohort. */
export function QuestionnaireTask({ cohort, form, onSaved }: QuestionnaireProps) {
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Cohort>();
  const base = form.base?.values ?? noValues;
  const update = useMutation({
    mutationFn: (sent: Save) => save(cohort, base, sent),
    onSuccess: async (saved) => {
      setConflict(undefined);
      form.rebase(saved);
      form.forget();
      toastDone(`${saved.name} was saved.`);
      if (answered(fromCohort(saved)) === fieldKeys.length) onSaved();
      await cohortChanged(queries, saved);
    },
    onError: (error, { values }) => {
      if (error instanceof CohortConflict) {
        setConflict(error.current);
        return;
      }
      if (conflict) form.rebase(conflict, values);
      setConflict(undefined);
      form.refuse(error);
    },
  });

  async function submit() {
    if (!form.ready() || !(await confirmGap(form.values, base))) return;
    update.mutate({ values: form.values, version: form.base?.version ?? cohort.version });
  }

  return (
    <>
      <CohortForm form={form} label="Save" busy={update.isPending} onSubmit={() => void submit()} />
      {conflict && (
        <ConflictDialog
          key={conflict.version}
          base={base}
          mine={form.values}
          current={conflict}
          busy={update.isPending}
          onSave={(values) => update.mutate({ values, version: conflict.version })}
          onEdit={(values) => {
            form.rebase(conflict, values);
            setConflict(undefined);
            void cohortChanged(queries, conflict);
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}
