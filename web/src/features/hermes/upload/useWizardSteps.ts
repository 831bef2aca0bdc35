import { useState } from "react";
import type { Schemas } from "@/api/client";
import type { FieldErrors } from "./metadata";
import type { Step } from "./places";
import { errorsOfStudy, type Problem, problemsOf } from "./problems";
import type { Wizard } from "./wizard";

interface StepsOptions {
  wizard: Wizard;
  docs: Schemas["FieldDoc"][];
  /** Those that the form offers. */
  builds: Schemas["Choice"][];
  step: Step;
  first: Step;
  hasFile: boolean;
  goTo: (step: Step) => void;
}

/**
 * Navigation between steps: "Next" names missing fields instead of being disabled; the steps at
 * the top are always enabled.
 */
export function useWizardSteps({ wizard, docs, builds, step, first, hasFile, goTo }: StepsOptions) {
  // Steps whose problems are shown: those that the user tried to leave, or that the server refused.
  const [tried, setTried] = useState<ReadonlySet<Step>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const studyErrors: FieldErrors =
    tried.has(2) || tried.has(4) ? errorsOfStudy(wizard, builds) : wizard.refused.metadata;
  const steps = ([1, 2, 3] as const).filter((each) => each >= first);
  const problems = (each: Step) => problemsOf(each, wizard, { docs, builds }, hasFile);
  const shown: Problem[] = tried.has(step) ? (step === 4 ? steps.flatMap(problems) : problems(step)) : [];
  const done = new Set<number>(first === 2 ? [1] : []);
  for (const each of steps) if (problems(each).length === 0) done.add(each);

  function explain(each: Step) {
    setTried((before) => new Set(before).add(each));
    setAttempt((count) => count + 1);
  }

  function next() {
    if (problems(step).length > 0) explain(step);
    else goTo(Math.min(4, step + 1) as Step);
  }

  /** Whether everything may be sent; shows what keeps it from that. */
  function ready(): boolean {
    if (steps.every((each) => problems(each).length === 0)) return true;
    explain(4);
    return false;
  }

  return { shown, studyErrors, attempt, done, explain, next, ready };
}
