import classes from "./Steps.module.css";

interface StepsProps {
  labels: string[];
  /** Counted from 1. */
  current: number;
  /** Steps that are complete. */
  done: ReadonlySet<number>;
  onStep: (step: number) => void;
}

/** The steps of a wizard; each can be gone to at any time. */
export function Steps({ labels, current, done, onStep }: StepsProps) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {labels.map((label, at) => {
          const step = at + 1;
          return (
            <li key={label}>
              <button
                type="button"
                className={classes.step}
                data-current={step === current}
                data-done={done.has(step)}
                aria-current={step === current ? "step" : undefined}
                onClick={() => onStep(step)}
              >
                {step} {label}
                {done.has(step) && <span className={classes.hidden}> (complete)</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
