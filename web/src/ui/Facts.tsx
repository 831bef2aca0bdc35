import type { ReactNode } from "react";
import classes from "./data.module.css";

/** Names and values in as many columns as there is room for. */
export function Facts({ className = "", children }: { className?: string; children: ReactNode }) {
  return <dl className={`${classes.facts} ${className}`}>{children}</dl>;
}

/** One name and its value, inside Facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
