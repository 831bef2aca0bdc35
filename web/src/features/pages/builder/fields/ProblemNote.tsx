import type { ReactNode } from "react";
import type { PageProblem } from "@/api/pages/pages";
import { TextButton } from "@/ui/action/TextButton";
import { errorsOf, type Problems, within } from "../problems";
import type { Editing } from "./editing";
import classes from "./fields.module.css";

/**
 * The problem at a place, with a way to fix it; undefined without one. `deep`: also problems within
 * it.
 */
export function useProblemOf(pointer: string, { problems, given, onRepair }: Editing, deep = true): ReactNode {
  const first = firstAt(problems, pointer, deep);
  if (!first) return undefined;
  const { near, path, text } = first;
  return (
    <span className={isWarning(first) ? classes.warning : undefined}>
      {text}{" "}
      {near !== undefined && <TextButton onClick={() => onRepair(path, near)}>Use {given.titleOf(near)}</TextButton>}
    </span>
  );
}

const isWarning = ({ severity }: PageProblem) => severity === "warning";

function firstAt(problems: Problems, pointer: string, deep: boolean): PageProblem | undefined {
  const here = deep ? within(problems, pointer) : problems.filter(({ path }) => path === pointer);
  return errorsOf(here)[0] ?? here[0];
}

interface Note {
  error?: ReactNode;
  description?: ReactNode;
}

/** The text below a control. Only an error marks it as wrong; a warning is shown with the hint. */
export function useNote(pointer: string, editing: Editing, hint?: ReactNode, deep = true): Note {
  const problem = useProblemOf(pointer, editing, deep);
  const first = firstAt(editing.problems, pointer, deep);
  if (!first) return { description: hint };
  if (!isWarning(first)) return { description: hint, error: problem };
  return {
    description: (
      <>
        {hint && <>{hint} </>}
        {problem}
      </>
    ),
  };
}
