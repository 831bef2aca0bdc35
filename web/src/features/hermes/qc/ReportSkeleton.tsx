import { Skeleton } from "@mantine/core";
import { Card } from "@/ui/Card";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import classes from "./qc.module.css";

/** A report that is being read, in the three columns that come. */
export function ReportSkeleton() {
  return (
    <div className={classes.layout} role="status" aria-label="Loading the report">
      <div className={classes.left}>
        <Card>
          <RowsSkeleton rows={14} />
        </Card>
      </div>
      <div className={classes.middle}>
        <Card>
          <RowsSkeleton rows={3} />
        </Card>
        <Card>
          <RowsSkeleton rows={4} />
        </Card>
        <Card>
          <Skeleton height={260} />
        </Card>
      </div>
      <div className={classes.right}>
        <Card>
          <RowsSkeleton rows={3} />
        </Card>
        <Card>
          <RowsSkeleton rows={7} />
        </Card>
      </div>
    </div>
  );
}
