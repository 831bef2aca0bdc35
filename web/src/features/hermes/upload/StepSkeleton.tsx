import { Card } from "@/ui/Card";
import { RowsSkeleton } from "@/ui/state/Skeletons";

/** A step that is still on its way. */
export function StepSkeleton() {
  return (
    <Card>
      <RowsSkeleton />
    </Card>
  );
}
