import { colourOf, shapeOf } from "./signals";
import classes from "./signals.module.css";

/** The mark of a signal in a table or legend, as in the plot. It belongs inside an element with the colours. */
export function SignalMark({ signal }: { signal: number }) {
  return (
    <svg className={classes.mark} viewBox="-6 -6 12 12" aria-hidden="true">
      <path d={shapeOf(signal, 5)} fill={colourOf(signal)} />
    </svg>
  );
}
