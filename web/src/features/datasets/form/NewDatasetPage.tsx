import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type DatasetCodes, datasetChanged } from "@/api/datasets";
import type { User } from "@/api/session";
import { Card } from "@/ui/Card";
import { Steps } from "@/ui/form/Steps";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { PageHeader } from "@/ui/PageHeader";
import { toastDone } from "@/ui/toast";
import { DatasetForm } from "./DatasetForm";
import { keptAsDraft, steps } from "./EditPage";
import classes from "./form.module.css";
import { NeededCard } from "./Missing";
import { register } from "./save";
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
  const create = useMutation({
    mutationFn: () => register(queries, form.values),
    onSuccess: async (dataset) => {
      form.forget();
      leaveFreely();
      toastDone(`${dataset.name} is registered. Its files come next.`);
      void datasetChanged(queries, dataset);
      const search = { edit: true, step: "files" as const };
      await navigate({ to: "/datasets/$id", params: { id: dataset.id }, search, replace: true });
    },
    onError: form.refuse,
  });

  function submit() {
    if (form.ready()) create.mutate();
  }

  return (
    <>
      <PageHeader sub="One data set: a study's results by phenotype. It is private until you share it." />
      <Steps labels={steps} current={1} done={new Set()} onStep={(step) => step > 1 && submit()} />
      <div className={classes.bench}>
        <div className={classes.main}>
          <DatasetForm
            form={form}
            codes={codes}
            label="Register and go on to files"
            busy={create.isPending}
            onSubmit={submit}
          />
        </div>
        <aside className={classes.side} aria-label="What is needed">
          <NeededCard values={form.values} />
          <Card title="What follows">
            <p className={classes.about}>
              Next come the files: one per phenotype, as your software wrote them. They are sent while you describe
              them, and checked when the build is hg19 or GRCh38.
            </p>
          </Card>
        </aside>
      </div>
    </>
  );
}
