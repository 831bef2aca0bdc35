import type { ReactNode } from "react";
import { TextButton } from "@/ui/TextButton";
import { errorsOf, within } from "../problems";
import type { Editing } from "./editing";
import classes from "./fields.module.css";

/** What is wrong at a place, with the way to mend it; undefined where nothing is. `deep`: also what is wrong within it. */
export function useProblemOf(pointer: string, { problems, given, onRepair }: Editing, deep = true): ReactNode {
  const here = deep ? within(problems, pointer) : problems.filter(({ path }) => path === pointer);
  const [first] = [...errorsOf(here), ...here];
  if (!first) return undefined;
  const { near, path, text, severity } = first;
  return (
    <span className={severity === "warning" ? classes.warning : undefined}>
      {text}{" "}
      {near !== undefined && <TextButton onClick={() => onRepair(path, near)}>Use {given.titleOf(near)}</TextButton>}
    </span>
  );
}
