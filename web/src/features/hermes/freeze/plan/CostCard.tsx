import { Button } from "@mantine/core";
import type { FreezePlan } from "@/api/hermes/freezes";
import { formatBytes, formatCount, formatDuration, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import classes from "../freeze.module.css";

interface Props {
  plan: FreezePlan | undefined;
  /** The plan is not of what is typed yet. */
  behind: boolean;
  busy: "save" | "start" | undefined;
  onSave: () => void;
  onStart: () => void;
}

/** What the start costs, beside its button, always in view. */
export function CostCard({ plan, behind, busy, onSave, onStart }: Props) {
  const cost = plan?.cost;
  return (
    <Card className={classes.cost}>
      <div className={classes.costs}>
        <Amount value={cost && plural(cost.cells, "cell")} below={cost && plural(cost.results, "result")} />
        <Amount
          value={cost && plural(cost.files, "file")}
          below={cost && `${formatCount(Math.round(cost.rows / 1e6))} M rows to read`}
        />
        <Amount value={cost && formatDuration(cost.seconds)} below="estimated" />
        <Amount value={cost && formatBytes(cost.bytes)} below="written, estimated" />
        <div className={classes.costButtons}>
          <Button variant="default" loading={busy === "save"} disabled={busy === "start"} onClick={onSave}>
            Save draft
          </Button>
          <Button
            loading={busy === "start"}
            disabled={busy === "save" || cost === undefined || cost.cells === 0}
            onClick={onStart}
          >
            {cost ? `Start ${plural(cost.cells, "cell")}` : "Start"}
          </Button>
        </div>
      </div>
      <p className={classes.behind} aria-live="polite">
        {plan && plan.left > 0
          ? `Comparing studies: ${plural(plan.left, "cell")} left. More findings may follow.`
          : behind
            ? "Planning…"
            : ""}
      </p>
    </Card>
  );
}

function Amount({ value, below }: { value: string | undefined; below: string | undefined }) {
  return (
    <div className={classes.amount}>
      <strong>{value ?? "–"}</strong>
      <span>{below}</span>
    </div>
  );
}
