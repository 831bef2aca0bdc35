import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./Steps.module.css";

interface StepsProps {
  labels: string[];
  /** Counted from 1. */
  current: number;
  /** Steps that are complete. */
  done: ReadonlySet<number>;
  onStep: (step: number) => void;
}

/** The steps of a wizard; each can be gone to at any time. The one that is gone to takes the focus. */
export function Steps({ labels, current, done, onStep }: StepsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef(current);

  // The new step is another page for screen readers, and "Next" of the previous one may be "Run" of
  // this one.
  useEffect(() => {
    if (shown.current !== current) button.current?.focus();
    shown.current = current;
  }, [current]);

  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {labels.map((label, at) => {
          const step = at + 1;
          return (
            <li key={label}>
              <button
                ref={step === current ? button : undefined}
                type="button"
                className={classes.step}
                data-current={step === current}
                data-done={done.has(step)}
                aria-current={step === current ? "step" : undefined}
                onClick={() => onStep(step)}
              >
                {step} {label}
                {done.has(step) && <VisuallyHidden component="span"> (complete)</VisuallyHidden>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
