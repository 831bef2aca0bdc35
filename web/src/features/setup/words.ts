import type { SetupStep } from "@/api/server/setup";

/** "5 of 7 steps are done." */
export function doneWords(steps: readonly SetupStep[]): string {
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return "Everything is set up.";
  return `${done} of ${steps.length} steps ${done === 1 ? "is" : "are"} done.`;
}
