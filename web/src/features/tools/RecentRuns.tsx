import { useQuery } from "@tanstack/react-query";
import { type ToolRun, toolRunsQuery } from "@/api/tools/tools";
import { formatDateTime } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import { Tag } from "@/ui/Tag";
import classes from "./tools.module.css";
import { useRemove } from "./useRemove";
import { runTitle, statusOf } from "./words";

/** What the caller had done in the last day; nothing when there was nothing. */
export function RecentRuns() {
  const runs = useQuery(toolRunsQuery);
  if (runs.data?.items.length === 0) return null;
  return (
    <Card flush title="Runs of the last day">
      <Answered what="your runs" answer={runs} rows={2} flush>
        {({ items }) => (
          <ul className={classes.recognised}>
            {items.map((run) => (
              <Recent key={run.id} run={run} />
            ))}
          </ul>
        )}
      </Answered>
    </Card>
  );
}

function Recent({ run }: { run: ToolRun }) {
  const remove = useRemove(run);
  const { tone, word } = statusOf(run);
  return (
    <li className={classes.recent}>
      <span className={classes.value}>
        <AnchorLink to="/tools/$id" params={{ id: run.id }} underline="always">
          {runTitle(run)}
        </AnchorLink>
        <span className={classes.note}>kept until {formatDateTime(run.expires_at)}</span>
      </span>
      <Tag tone={tone}>{word}</Tag>
      <TextButton
        danger
        aria-label={`Remove: ${runTitle(run)}`}
        disabled={remove.busy}
        onClick={() => void remove.ask()}
      >
        Remove
      </TextButton>
    </li>
  );
}
