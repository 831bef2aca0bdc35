import { Tooltip } from "@mantine/core";
import { effectiveWords } from "./count";
import classes from "./effective.module.css";

/** The heading of a column of effective N, which says what that is to a pointer and to the keyboard. */
export function EffectiveHeading() {
  return (
    <Tooltip label={effectiveWords} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.heading}>
        Effective N
      </button>
    </Tooltip>
  );
}
