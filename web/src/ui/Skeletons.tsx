import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Card } from "./Card";
import classes from "./Skeletons.module.css";

function lines(count: number): number[] {
  return Array.from({ length: count }, (_, line) => line);
}

/** Rows of a table that is being read. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={classes.rows} aria-hidden="true">
      {lines(rows).map((line) => (
        <Skeleton key={line} height={18} radius="sm" />
      ))}
    </div>
  );
}

/** A page with head and cards that is being read; says so to screen readers. */
export function PageSkeleton({ label = "Loading" }: { label?: string }) {
  return (
    <div role="status">
      <VisuallyHidden component="h1">{label}</VisuallyHidden>
      <div className={classes.head} aria-hidden="true">
        <Skeleton height={12} width={140} radius="sm" />
        <Skeleton height={26} width="min(340px, 70%)" radius="sm" />
        <Skeleton height={14} width="min(460px, 90%)" radius="sm" />
      </div>
      <Card>
        <RowsSkeleton />
      </Card>
    </div>
  );
}
