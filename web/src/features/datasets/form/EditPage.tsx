import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { sessionQuery, type User } from "@/api/accounts/session";
import { heldDataset, updateDataset } from "@/api/datasets/calls";
import { datasetChanged } from "@/api/datasets/changes";
import { codesQuery, type Dataset } from "@/api/datasets/datasets";
import { formatDateTime, plural } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { toastDone } from "@/ui/dialog/toast";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { Steps } from "@/ui/form/Steps";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { PageHeader } from "@/ui/PageHeader";
import { fieldOf } from "../fields";
import { FilesPanel } from "../files/FilesPanel";
import { isEdited } from "../isEdited";
import { MissingCard } from "../page/MissingCard";
import { DatasetForm } from "./DatasetForm";
import { keptAsDraft, steps } from "./editing";
import classes from "./form.module.css";
import { inputOf } from "./save";
import { useDatasetForm } from "./useDatasetForm";
import { shownPart } from "./values";

/** Metadata and files of a registered data set, for users who may change it. */
export function EditPage({ dataset }: { dataset: Dataset }) {
  const user = useSuspenseQuery(sessionQuery).data;
  // The guard requires a session; if it ends here, a dialog asks the user to sign in again.
  const [who] = useState(user);
  return who && <Edit key={dataset.id} dataset={dataset} user={who} />;
}

function Edit({ dataset, user }: { dataset: Dataset; user: User }) {
  const codes = useSuspenseQuery(codesQuery).data;
  const search: { step?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = search.step === "files" ? 2 : 1;
  const queries = useQueryClient();
  const { form, saving } = useSaving(dataset, user);
  useLeaveWarning({ when: !form.clean, stays: isEdited, ...keptAsDraft });

  function submit() {
    if (form.ready()) saving.submit();
  }

  const goTo = (step: number) =>
    void navigate({
      to: "/datasets/$id",
      params: { id: dataset.id },
      search: { edit: true, step: step === 2 ? "files" : undefined },
    });
  const done = new Set<number>(form.clean ? [1] : []);
  if (dataset.phenotypes.some(({ file }) => file)) done.add(2);
  return (
    <>
      <PageHeader
        title={dataset.name}
        sub={`${dataset.study.name} · ${plural(dataset.phenotypes.length, "phenotype")}`}
        actions={
          <ButtonLink variant="default" to="/datasets/$id" params={{ id: dataset.id }}>
            View the data set
          </ButtonLink>
        }
      />
      <Steps labels={steps} current={current} done={done} onStep={goTo} />
      {/* The step that is not shown stays as it is: what was typed in it is not lost, and files go on being sent. */}
      <div hidden={current !== 1}>
        <div className={classes.bench}>
          <div className={classes.main}>
            <DatasetForm form={form} codes={codes} label="Save" busy={saving.busy} onSubmit={submit} />
          </div>
          <aside className={classes.side} aria-label="Missing fields">
            <MissingCard dataset={dataset} beside />
          </aside>
        </div>
      </div>
      <div hidden={current !== 2}>
        <FilesPanel dataset={dataset} user={user} />
      </div>
      <RecordConflict
        form={form}
        saving={saving}
        what="data set"
        by={({ updated_by }) => updated_by}
        story={({ updated_by, updated_at }) => `${updated_by} changed this data set on ${formatDateTime(updated_at)}.`}
        label={(part) => fieldOf(part).label}
        shown={(part, values) => shownPart(part, values, codes)}
        onEdit={(held) => void datasetChanged(queries, held)}
      />
    </>
  );
}

/** The form of a registered data set, and what happens when it is saved. */
function useSaving(dataset: Dataset, user: User) {
  const form = useDatasetForm(user, dataset);
  const queries = useQueryClient();
  const saving = useRecordSaving(form, dataset, {
    input: (values) => inputOf(queries, values),
    put: (version, input) => updateDataset(dataset.id, version, input),
    conflictOf: heldDataset,
    onSaved: (saved, left) => {
      toastDone(left ? `${saved.name} was saved. Later input is not saved yet.` : `${saved.name} was saved.`);
      void datasetChanged(queries, saved);
    },
  });
  return { form, saving };
}
