import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { createCohort } from "@/api/sgc/calls";
import { cohortChanged } from "@/api/sgc/sgc";
import { Card } from "@/ui/Card";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { PageHeader } from "@/ui/PageHeader";
import { Examples } from "../Examples";
import classes from "./cohort.module.css";
import { CohortForm } from "./form/CohortForm";
import { confirmGap } from "./form/confirmGap";
import { useCohortForm } from "./form/useCohortForm";
import { answered, toInput } from "./form/values";
import { questionnaireState, TaskList, type TaskState } from "./TaskList";
import type { Task } from "./tasks";

const later: TaskState = { sign: "open", words: "after the cohort is registered" };

/** From nothing to a registered cohort: the first step of handing counts in. */
export function NewCohortPage({ userId }: { userId: string }) {
  const form = useCohortForm(userId);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useHandingIn(form, {
    send: (values) => createCohort(toInput(values)),
    onDone: async (cohort, sent) => {
      const left = form.registered(cohort, sent);
      void cohortChanged(queries, cohort);
      const next = cohort.tasks.find((task) => !task.done && task.task !== "metadata")?.task as Task | undefined;
      const task = left ? "questionnaire" : next;
      await navigate({ to: "/sgc/edit/$id", params: { id: cohort.id }, search: { task }, replace: true });
    },
  });

  async function submit() {
    if (form.ready() && (await confirmGap(form.values))) create.submit();
  }

  const first = questionnaireState(answered(form.values), form.clean);
  return (
    <>
      <PageHeader sub="Six parts: a questionnaire, four tables of counts, a description. Each is checked immediately." />
      <div className={classes.bench}>
        <div className={classes.side}>
          <TaskList current="questionnaire" stateOf={(task) => (task === "questionnaire" ? first : later)} />
        </div>
        <div className={classes.main}>
          <CohortForm form={form} label="Register cohort" busy={create.busy} onSubmit={() => void submit()}>
            <Card>
              <p className={classes.intro}>
                The consortium decides by these counts which diseases are worth a GWAS. Only you, people you share the
                cohort with, and the coordinators see them. Small counts are hidden to protect privacy.
              </p>
              <Examples />
            </Card>
          </CohortForm>
        </div>
      </div>
    </>
  );
}
