import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import { effectiveWords } from "./count";
import classes from "./effective.module.css";

/** Explains effective N to pointer and keyboard users. */
export function EffectiveTip({ children }: { children: ReactElement }) {
  return (
    <Tooltip label={effectiveWords} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  );
}

/** The heading of a column of effective N. */
export function EffectiveHeading() {
  return (
    <EffectiveTip>
      <button type="button" className={classes.heading}>
        Effective N
      </button>
    </EffectiveTip>
  );
}
