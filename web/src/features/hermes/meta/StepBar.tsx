import classes from "./meta.module.css";

interface Props {
  steps: readonly string[];
  /** Counted from 1. */
  current: number;
  onStep: (step: number) => void;
}

/** Where one is among the steps; those behind can be gone back to. */
export function StepBar({ steps, current, onStep }: Props) {
  return (
    <ol className={classes.stepBar}>
      {steps.map((name, i) => {
        const number = i + 1;
        const done = number < current;
        return (
          <li
            key={name}
            className={done ? classes.stepDone : number === current ? classes.stepCurrent : undefined}
            aria-current={number === current ? "step" : undefined}
          >
            {done ? (
              <button type="button" onClick={() => onStep(number)}>
                {number} {name}
              </button>
            ) : (
              `${number} ${name}`
            )}
          </li>
        );
      })}
    </ol>
  );
}
