import { useEffect, useState } from "react";
import { plural } from "@/lib/format/format";
import classes from "./page.module.css";

/** Milliseconds without a message. */
const unsaid = 600;

interface Props {
  on: boolean;
  /** Rows that are read; undefined while that is not known. */
  rows: number | undefined;
}

/** Shows what is loading when it takes long: a first filter of millions of rows takes seconds. */
export function Reading({ on, rows }: Props) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLong(true), unsaid);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [on]);
  return (
    <span className={classes.reading} role="status">
      {on && long && (
        <span className={classes.readingWords}>
          Reading {rows === undefined ? "the rows" : plural(rows, "row")}… You can change the filters meanwhile.
        </span>
      )}
    </span>
  );
}
