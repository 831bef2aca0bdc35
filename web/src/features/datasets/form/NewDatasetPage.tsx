import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { User } from "@/api/accounts/session";
import { createDataset } from "@/api/datasets/calls";
import { datasetChanged } from "@/api/datasets/changes";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { Steps } from "@/ui/form/Steps";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { PageHeader } from "@/ui/PageHeader";
import { keepFirst } from "../files/first";
import { composed, useComposed } from "./composed";
import { DatasetForm } from "./DatasetForm";
import { EarlierDataset } from "./EarlierDataset";
import { keptAsDraft, steps } from "./editing";
import { FirstFile, useFirstFile } from "./FirstFile";
import classes from "./form.module.css";
import { NeededCard } from "./NeededCard";
import { inputOf } from "./save";
import { useDatasetForm } from "./useDatasetForm";

interface NewDatasetProps {
  user: User;
  codes: DatasetCodes;
}

/** From nothing to a registered data set; its files follow on the same page. */
export function NewDatasetPage({ user, codes }: NewDatasetProps) {
  const form = useDatasetForm(user);
  const first = useFirstFile(form, user);
  const suggested = useComposed(form, composed(form.values, first.task, codes));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leaveFreely = useLeaveWarning({ when: !form.clean, ...keptAsDraft });
  const create = useHandingIn(form, {
    send: async (values) => createDataset(await inputOf(queries, values)),
    onDone: async (dataset, sent) => {
      const left = form.registered(dataset, sent);
      leaveFreely();
      if (first.task) {
        keepFirst(dataset.id, { file: first.file, said: first.task });
        first.remove();
      }
      toastDone(`${dataset.name} is registered. ${nextWords(left, first.task !== undefined)}`);
      void datasetChanged(queries, dataset);
      const search = { edit: true, step: left ? undefined : ("files" as const) };
      await navigate({ to: "/datasets/$id", params: { id: dataset.id }, search, replace: true });
    },
  });

  function submit() {
    if (form.ready()) create.submit();
  }

  return (
    <>
      <PageHeader
        sub="One data set: a study's results by phenotype. It is private until you share it."
        actions={<EarlierDataset form={form} />}
      />
      <Steps labels={steps} current={1} done={new Set()} onStep={(step) => step > 1 && submit()} />
      <div className={classes.bench}>
        <div className={classes.main}>
          <FirstFile first={first} />
          <DatasetForm
            form={form}
            codes={codes}
            suggested={suggested}
            label="Register and add files"
            busy={create.busy}
            onSubmit={submit}
          />
        </div>
        <aside className={classes.side} aria-label="Required fields">
          <NeededCard values={form.values} />
          <Card title="Next step">
            <p className={classes.about}>
              Your file uploads, and is checked when the build is GRCh37 (hg19) or GRCh38 (hg38). Add the files of other
              phenotypes there, one per phenotype.
            </p>
          </Card>
        </aside>
      </div>
    </>
  );
}

function nextWords(left: boolean, hasFile: boolean): string {
  if (left) return "Later input is not saved yet.";
  return hasFile ? "Its file uploads now." : "Add its files next.";
}
