import type { ReactNode } from "react";
import classes from "./Tiles.module.css";

/** Numbers that matter, side by side; within are Tile. */
export function TileRow({ children }: { children: ReactNode }) {
  return <dl className={classes.tiles}>{children}</dl>;
}

interface Props {
  label: string;
  value: string;
  /** What the number is of. */
  hint: string;
}

/** One number of a TileRow: what it counts, the number, and a sentence about it. */
export function Tile({ label, value, hint }: Props) {
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd>
        <div className={classes.value}>{value}</div>
        <div className={classes.hint}>{hint}</div>
      </dd>
    </div>
  );
}
