import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Cohort, SgcKind } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { blockingFindings, kindWords } from "../words";
import classes from "./cohort.module.css";
import { fieldKeys } from "./form/fields";
import { type Task, tasks } from "./tasks";

/** The state of a step, with its icon and text. */
export interface TaskState {
  sign: "done" | "open" | "attention";
  words: string;
}

const signs: Record<TaskState["sign"], string> = { done: "✓", open: "", attention: "!" };

export const taskWords: Record<Task, string> = {
  questionnaire: "Questionnaire",
  ...kindWords,
  validation: "Validation",
};

export function questionnaireState(answers: number, saved: boolean): TaskState {
  const words = `${answers} of ${fieldKeys.length} answered${saved ? "" : ", not saved"}`;
  return { sign: answers === fieldKeys.length && saved ? "done" : "open", words };
}

/** The state of a file; `working` is the current activity with a new one. */
export function fileState(cohort: Cohort, kind: SgcKind, working?: TaskState): TaskState {
  if (working) return working;
  const file = cohort.files.find((one) => one.kind === kind && one.current);
  if (!file) return { sign: "open", words: "not sent yet" };
  if (kind === "cohort_description") return { sign: "done", words: file.file_name };
  const rows = kind.startsWith("cases") ? plural(file.rows, "phenotype") : plural(file.rows, "pair");
  return { sign: "done", words: rows };
}

export function validationState({ status, tasks: all, findings }: Cohort): TaskState {
  if (status === "validated") return { sign: "done", words: "validated" };
  const open = all.filter((task) => !task.done).length;
  if (open > 0) return { sign: "open", words: `${plural(open, "task")} before it` };
  const blocking = blockingFindings(findings).length;
  if (blocking > 0) return { sign: "attention", words: `${plural(blocking, "problem")} to correct` };
  return { sign: "open", words: "ready" };
}

interface TaskListProps {
  current: Task;
  stateOf: (task: Task) => TaskState;
  /** Absent: the cohort is not registered yet, and only the first step can be done. */
  cohortId?: string;
}

/** All steps with their state; each can be gone to at any time. */
export function TaskList({ current, stateOf, cohortId }: TaskListProps) {
  return (
    <nav className={classes.tasks} aria-label="Steps">
      <ol>
        {tasks.map((task) => (
          <li key={task}>
            <Step task={task} current={task === current} state={stateOf(task)} cohortId={cohortId} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface StepProps {
  task: Task;
  current: boolean;
  state: TaskState;
  cohortId?: string;
}

function Step({ task, current, state, cohortId }: StepProps) {
  const inside: ReactNode = (
    <>
      <span className={classes.sign} data-sign={state.sign} aria-hidden="true">
        {signs[state.sign]}
      </span>
      <span className={classes.taskWords}>
        <span className={classes.taskName}>{taskWords[task]}</span>
        <span className={classes.taskState}>{state.words}</span>
      </span>
    </>
  );
  const step = {
    className: classes.task,
    "data-current": current,
    "aria-current": current ? "step" : undefined,
  } as const;
  if (!cohortId) return <div {...step}>{inside}</div>;
  return (
    <Link to="/sgc/edit/$id" params={{ id: cohortId }} search={{ task }} resetScroll={false} {...step}>
      {inside}
    </Link>
  );
}
