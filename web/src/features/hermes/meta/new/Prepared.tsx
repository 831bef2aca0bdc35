import { Link } from "@tanstack/react-router";
import type { PreparedMeta } from "@/api/hermes/prepared";
import { Notice } from "@/ui/state/Notice";
import classes from "../meta.module.css";
import { changesSentence, changeWords } from "../prepared/words";

interface Props {
  prepared: PreparedMeta;
  /** Whether the user starts it; otherwise they change what they prepared. */
  starts: boolean;
}

/** Where the choices came from, what has changed since, and who confirms the warnings. */
export function Prepared({ prepared, starts }: Props) {
  const { id, name, made_by, note, datasets, status } = prepared;
  if (status !== "waiting") {
    return (
      <Notice tone="warn" title="This prepared meta-analysis does not wait any more">
        <Link to="/hermes/ma/prepared/$id" params={{ id }}>
          {name}
        </Link>{" "}
        was {status}. You can still run these choices as a new meta-analysis.
      </Notice>
    );
  }
  const changes = changesSentence(prepared);
  return (
    <>
      <Notice tone="info" title={starts ? `Prepared by ${made_by}` : `You change ${name}`}>
        {starts ? `${note} — Check submissions and options, and confirm the warnings before you run it.` : note}
      </Notice>
      {changes && (
        <Notice tone="warn" title={`${changes} since this was prepared`}>
          <ul className={classes.findings}>
            {datasets.map(
              ({ upload_id, dataset_name, change }) =>
                change && (
                  <li key={upload_id}>
                    {`${dataset_name}: ${changeWords[change].word}. ${changeWords[change].means}`}
                  </li>
                ),
            )}
          </ul>
        </Notice>
      )}
    </>
  );
}
