import { useQueryClient } from "@tanstack/react-query";
import { updateCohort } from "@/api/sgc/calls";
import { heldCohort } from "@/api/sgc/refusals";
import { type Cohort, cohortChanged } from "@/api/sgc/sgc";
import { formatDateTime } from "@/lib/format/format";
import { toastDone } from "@/ui/dialog/toast";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { CohortForm } from "./form/CohortForm";
import { confirmGap } from "./form/confirmGap";
import { fieldKeys, labelOf } from "./form/fields";
import type { CohortFormState } from "./form/useCohortForm";
import { answered, fromCohort, noValues, shownValue, toInput } from "./form/values";

interface QuestionnaireProps {
  cohort: Cohort;
  form: CohortFormState;
  /** Everything is answered and saved. */
  onSaved: () => void;
}

/** The questionnaire of a registered cohort. */
export function QuestionnaireTask({ cohort, form, onSaved }: QuestionnaireProps) {
  const queries = useQueryClient();
  const saving = useRecordSaving(form, cohort, {
    input: toInput,
    put: (version, input) => updateCohort(cohort.id, version, input),
    conflictOf: heldCohort,
    onSaved: async (saved, left) => {
      toastDone(left ? `${saved.name} was saved. Later input is not saved yet.` : `${saved.name} was saved.`);
      if (!left && answered(fromCohort(saved)) === fieldKeys.length) onSaved();
      await cohortChanged(queries, saved);
    },
  });

  async function submit() {
    if (form.ready() && (await confirmGap(form.values, form.base?.values ?? noValues))) saving.submit();
  }

  return (
    <>
      <CohortForm form={form} label="Save" busy={saving.busy} onSubmit={() => void submit()} />
      <RecordConflict
        form={form}
        saving={saving}
        what="cohort"
        by={({ history }) => history[0]?.by}
        story={whoChanged}
        label={labelOf}
        shown={(key, values) => shownValue(key, values[key])}
        onEdit={(held) => void cohortChanged(queries, held)}
      />
    </>
  );
}

function whoChanged({ history }: Cohort): string {
  const [last] = history;
  return last ? `${last.by} changed this cohort on ${formatDateTime(last.at)}.` : "Another person changed this cohort.";
}
