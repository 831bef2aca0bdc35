import { Button } from "@mantine/core";
import { plural } from "@/lib/format/format";
import classes from "./list.module.css";
import type { Outcome } from "./together";

interface Props {
  /** "accepted" */
  done: string;
  total: number;
  outcomes: readonly Outcome[];
  ended: boolean;
  onStop: () => void;
  onClose: () => void;
}

/** How far an action on several files is, and why it left some out. */
export function Outcomes({ done, total, outcomes, ended, onStop, onClose }: Props) {
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  const went = outcomes.length - refused.length;
  return (
    <div className={classes.outcomes}>
      <div className={classes.outcomeHead}>
        <span role="status">
          {ended
            ? `${went} of ${plural(total, "file")} ${done}.${refused.length > 0 ? " The others are still chosen:" : ""}`
            : `${outcomes.length} of ${plural(total, "file")}…`}
        </span>
        <Button variant="subtle" size="compact-xs" onClick={ended ? onClose : onStop}>
          {ended ? "Close" : "Stop"}
        </Button>
      </div>
      {refused.length > 0 && (
        <ul className={classes.refusals}>
          {refused.map(({ upload, refusal }) => (
            <li key={upload.id}>
              <strong>{upload.dataset_name}</strong>: {refusal}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
