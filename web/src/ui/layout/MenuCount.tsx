import { VisuallyHidden } from "@mantine/core";
import { createContext, useContext } from "react";
import { formatCount } from "@/lib/format/format";
import type { PlainPath } from "@/lib/route/areas";
import classes from "./Frame.module.css";

/** What waits for this person at a place of the menu. */
export interface Waiting {
  count: number;
  /** What it is, after the number: "requests wait". */
  words: string;
}

/** By the paths of the menu's entries. */
export const MenuCounts = createContext<Readonly<Partial<Record<PlainPath, Waiting>>>>({});

/** How much waits at an entry; nothing when nothing does. */
export function MenuCount({ to }: { to: PlainPath }) {
  const waiting = useContext(MenuCounts)[to];
  if (!waiting || waiting.count === 0) return null;
  return (
    <>
      {" "}
      <span className={classes.count}>
        {formatCount(waiting.count)}
        <VisuallyHidden> {waiting.words}</VisuallyHidden>
      </span>
    </>
  );
}
