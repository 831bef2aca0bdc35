import { EmptyState } from "@/ui/state/states";
import { Card } from "../../Card";

interface Props {
  title: string;
  /** What was left out, and why. */
  notes: readonly string[];
}

/** In place of a figure without a single point: an empty pair of axes says nothing of what the rows lack. */
export function NothingDrawn({ title, notes }: Props) {
  return (
    <Card title={title}>
      <EmptyState title="No row can be drawn">{notes.join(" ")}</EmptyState>
    </Card>
  );
}
