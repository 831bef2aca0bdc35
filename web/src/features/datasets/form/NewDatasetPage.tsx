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
import { DatasetForm } from "./DatasetForm";
import { keptAsDraft, steps } from "./editing";
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
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leaveFreely = useLeaveWarning({ when: !form.clean, ...keptAsDraft });
  const create = useHandingIn(form, {
    send: async (values) => createDataset(await inputOf(queries, values)),
    onDone: async (dataset, sent) => {
      const left = form.registered(dataset, sent);
      leaveFreely();
      toastDone(`${dataset.name} is registered. ${left ? "Later input is not saved yet." : "Add its files next."}`);
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
      <PageHeader sub="One data set: a study's results by phenotype. It is private until you share it." />
      <Steps labels={steps} current={1} done={new Set()} onStep={(step) => step > 1 && submit()} />
      <div className={classes.bench}>
        <div className={classes.main}>
          <DatasetForm form={form} codes={codes} label="Register and add files" busy={create.busy} onSubmit={submit} />
        </div>
        <aside className={classes.side} aria-label="Required fields">
          <NeededCard values={form.values} />
          <Card title="Next step">
            <p className={classes.about}>
              Next, add the files: one per phenotype, as your software wrote them. They upload while you describe them,
              and are checked when the build is GRCh37 (hg19) or GRCh38 (hg38).
            </p>
          </Card>
        </aside>
      </div>
    </>
  );
}
