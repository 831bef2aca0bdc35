import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { Card } from "@/ui/Card";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import classes from "./page.module.css";

/** The page of a data set while it is read: head, parts and cards where they will be. */
export function DatasetSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      <VisuallyHidden component="h1">{label}</VisuallyHidden>
      <Stack gap={12} mb={36} aria-hidden="true">
        <Skeleton height={12} width={140} radius="sm" />
        <Skeleton height={26} width="min(340px, 70%)" radius="sm" />
        <Skeleton height={20} width="min(260px, 60%)" radius="xl" />
        <Skeleton height={14} width="min(460px, 90%)" radius="sm" />
        <Skeleton height={18} width="min(520px, 100%)" radius="sm" />
      </Stack>
      <div className={classes.columns}>
        <Card>
          <RowsSkeleton rows={9} />
        </Card>
        <Card>
          <RowsSkeleton rows={5} />
        </Card>
      </div>
    </div>
  );
}
