import type { Cohort, Finding } from "@/api/sgc/sgc";
import { isKind } from "../kinds";
import { type Task, tasks } from "./tasks";

/** The step of the work list that a task of the server belongs to. */
export function stepOf(task: string): Task {
  return isKind(task) ? task : "questionnaire";
}

/** The missing parts, each with its step. */
export function openTasks(cohort: Cohort): { step: Task; words: string }[] {
  return cohort.tasks
    .filter((task) => !task.done)
    .map((task) => ({ step: stepOf(task.task), words: task.missing ?? "" }));
}

/** The first step after `after` that is not done; validation when all are. */
export function nextStep(cohort: Cohort, after: Task): Task {
  const open = openTasks(cohort).map((task) => task.step);
  const order = tasks.filter((task) => task !== "validation");
  const from = tasks.indexOf(after) + 1;
  return [...order.slice(from), ...order.slice(0, from)].find((step) => open.includes(step)) ?? "validation";
}

/** The step where a finding about the whole cohort can be fixed. */
export function stepOfFinding({ kind }: Pick<Finding, "kind">): Task {
  return kind ?? "questionnaire";
}
