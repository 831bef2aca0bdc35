import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Card } from "../Card";
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

interface ColumnsProps {
  /** What is loading, for screen readers. */
  label: string;
  /** Numbers above the columns. */
  tiles?: number;
  /** Lines of the narrow column. */
  rows?: number;
}

/** A wide and a narrow column of cards that are being read, below their numbers. */
export function ColumnsSkeleton({ label, tiles = 0, rows = 6 }: ColumnsProps) {
  return (
    <div role="status" aria-label={label} className={classes.page}>
      {tiles > 0 && (
        <div className={classes.tiles} aria-hidden="true">
          {lines(tiles).map((tile) => (
            <Skeleton key={tile} height={100} radius="md" />
          ))}
        </div>
      )}
      <div className={classes.columns}>
        <Card>
          <RowsSkeleton rows={12} />
        </Card>
        <Card>
          <RowsSkeleton rows={rows} />
        </Card>
      </div>
    </div>
  );
}

/** The skeleton of a page with head and cards, announced to screen readers. */
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
