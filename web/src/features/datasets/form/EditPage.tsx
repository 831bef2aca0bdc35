import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { DatasetConflict } from "@/api/dataset-calls";
import { codesQuery, type Dataset, datasetChanged } from "@/api/datasets";
import { sessionQuery, type User } from "@/api/session";
import { plural } from "@/lib/format";
import { Steps } from "@/ui/form/Steps";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { ButtonLink } from "@/ui/links";
import { PageHeader } from "@/ui/PageHeader";
import { toastDone } from "@/ui/toast";
import { FilesPanel } from "../files/FilesPanel";
import { isEdited } from "../isEdited";
import { DatasetConflictDialog } from "./DatasetConflictDialog";
import { DatasetForm } from "./DatasetForm";
import classes from "./form.module.css";
import { MissingCard } from "./Missing";
import { save } from "./save";
import { useDatasetForm } from "./useDatasetForm";
import type { Values } from "./values";

export const steps = ["About the data set", "Files"];

/** Said when a form is left that holds more than the server. */
export const keptAsDraft = {
  title: "Leave without saving?",
  children: "What you typed is not saved on the server. It stays in this browser and is here when you come back.",
};

/** Metadata and files of a registered data set, for those who may change it. */
export function EditPage({ dataset }: { dataset: Dataset }) {
  const user = useSuspenseQuery(sessionQuery).data;
  // The guard lets nobody in without a session; one that ends here is asked for again over the page.
  const [who] = useState(user);
  return who && <Edit key={dataset.id} dataset={dataset} user={who} />;
}

function Edit({ dataset, user }: { dataset: Dataset; user: User }) {
  const codes = useSuspenseQuery(codesQuery).data;
  const search: { step?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = search.step === "files" ? 2 : 1;
  const { form, conflict, update, ...on } = useSaving(dataset, user);
  useLeaveWarning({ when: !form.clean, stays: isEdited, ...keptAsDraft });

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
            <DatasetForm form={form} codes={codes} label="Save" busy={update.isPending} onSubmit={on.submit} />
          </div>
          <aside className={classes.side} aria-label="What is missing">
            <MissingCard dataset={dataset} />
          </aside>
        </div>
      </div>
      <div hidden={current !== 2}>
        <FilesPanel dataset={dataset} user={user} />
      </div>
      {conflict && (
        <DatasetConflictDialog
          key={conflict.version}
          base={form.base?.values ?? form.values}
          mine={form.values}
          current={conflict}
          codes={codes}
          busy={update.isPending}
          onSave={on.saveMerged}
          onEdit={on.editMerged}
          onClose={on.closeConflict}
        />
      )}
    </>
  );
}

/** The form of a registered data set, and what happens when it is saved. */
function useSaving(dataset: Dataset, user: User) {
  const form = useDatasetForm(user, dataset);
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Dataset>();
  const base = form.base?.values ?? form.values;
  const update = useMutation({
    mutationFn: (sent: { values: Values; version: number }) => save(queries, dataset.id, base, sent),
    onSuccess: (saved) => {
      setConflict(undefined);
      form.rebase(saved);
      form.forget();
      toastDone(`${saved.name} was saved.`);
      void datasetChanged(queries, saved);
    },
    onError: (error, { values }) => {
      if (error instanceof DatasetConflict) return setConflict(error.current);
      if (conflict) form.rebase(conflict, values);
      setConflict(undefined);
      form.refuse(error);
    },
  });
  return {
    form,
    conflict,
    update,
    submit: () => {
      if (form.ready()) update.mutate({ values: form.values, version: form.base?.version ?? dataset.version });
    },
    saveMerged: (values: Values) => conflict && update.mutate({ values, version: conflict.version }),
    editMerged: (values: Values) => {
      if (!conflict) return;
      form.rebase(conflict, values);
      setConflict(undefined);
      void datasetChanged(queries, conflict);
    },
    closeConflict: () => setConflict(undefined),
  };
}
