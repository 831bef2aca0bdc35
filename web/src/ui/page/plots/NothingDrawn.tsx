import { EmptyState } from "@/ui/state/states";
import { Card } from "../../Card";

interface Props {
  title: string;
  /** What was left out, and why. */
  notes: readonly string[];
}

/** Instead of a figure without points: empty axes would not show what the rows lack. */
export function NothingDrawn({ title, notes }: Props) {
  return (
    <Card title={title}>
      <EmptyState title="No row can be drawn">{notes.join(" ")}</EmptyState>
    </Card>
  );
}
