import type { ReactNode } from "react";
import { plural } from "@/lib/format/format";
import classes from "./builder.module.css";
import type { Section } from "./sections";
import type { SectionName } from "./tabs";

interface Props {
  sections: readonly Section[];
  open: SectionName | undefined;
  onOpen: (name: SectionName | undefined) => void;
  /** The editor of the open one. */
  children: (name: SectionName) => ReactNode;
}

/** The steps of building a page: the state of each, and the editor of the open one. */
export function SectionList({ sections, open, onOpen, children }: Props) {
  return (
    <nav className={classes.steps} aria-label="Steps">
      <ol className={classes.stepList}>
        {sections.map((section, at) => {
          const { name, title, line } = section;
          const current = name === open;
          return (
            <li key={name} className={current ? classes.stepOpen : undefined}>
              <button
                type="button"
                className={classes.step}
                aria-expanded={current}
                onClick={() => onOpen(current ? undefined : name)}
              >
                <Mark section={section} number={at + 1} current={current} />
                <span className={classes.stepWords}>
                  <span className={classes.stepTitle}>{title}</span>
                  <span className={classes.stepLine}>{line}</span>
                </span>
              </button>
              {current && <div className={classes.editor}>{children(name)}</div>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface MarkProps {
  section: Section;
  number: number;
  current: boolean;
}

/** A tick where something is there, the number of problems where something is wrong, else the number of the step. */
function Mark({ section: { errors, filled }, number, current }: MarkProps) {
  if (errors > 0) {
    return (
      <span className={`${classes.mark} ${classes.markFault}`}>
        <span aria-hidden="true">{errors}</span>
        <span className={classes.unseen}>{plural(errors, "problem")}</span>
      </span>
    );
  }
  const tone = current ? classes.markCurrent : filled ? classes.markDone : classes.markOpen;
  return (
    <span className={`${classes.mark} ${tone}`}>
      <span aria-hidden="true">{filled && !current ? "✓" : number}</span>
      {filled && <span className={classes.unseen}>Filled in</span>}
    </span>
  );
}
