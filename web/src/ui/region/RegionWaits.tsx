import { Skeleton } from "@mantine/core";
import { Card } from "../Card";

const height = 560;

/** Holds the place of a region that is being read. */
export function RegionWaits({ title = "Region" }: { title?: string }) {
  return (
    <Card title={title}>
      <Skeleton height={height} radius="sm" role="status" aria-label="Reading the region" />
    </Card>
  );
}
