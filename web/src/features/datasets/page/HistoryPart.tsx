import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Dataset, type DatasetEvent, historyQuery } from "@/api/datasets/datasets";
import { formatCount, formatDateTime } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { useFirst } from "@/ui/focus/useFirst";
import { Answered } from "@/ui/state/Answered";
import classes from "./page.module.css";

const shownAtFirst = 25;

/** More are folded away: a registration names every field. */
const shownFields = 6;

/** Who did what and when, the newest first, with each field before and after. */
export function HistoryPart({ dataset }: { dataset: Dataset }) {
  const history = useQuery(historyQuery(dataset.id));
  return (
    <Card title="History" aside={history.data && formatCount(history.data.items.length)} flush>
      <Answered
        what="the history"
        answer={history}
        rows={6}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={shared.emptyNote}>No changes yet.</p>}
        flush
      >
        {({ items }) => <Events all={items} />}
      </Answered>
    </Card>
  );
}

function Events({ all }: { all: readonly DatasetEvent[] }) {
  const { shown, more } = useFirst(all, shownAtFirst);
  return (
    <>
      <ol className={classes.lines}>
        {shown.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and only new ones come before them
          <li key={all.length - at}>
            <Event event={event} />
          </li>
        ))}
      </ol>
      {more && <div className={classes.more}>{more}</div>}
    </>
  );
}

function Event({ event: { at, by, action, detail, changes } }: { event: DatasetEvent }) {
  return (
    <>
      <div>
        <strong>{by}</strong> {action} {detail && <span className={shared.faint}>{detail}</span>}
      </div>
      {changes.length > shownFields ? (
        <details className={classes.fields}>
          <summary>{formatCount(changes.length)} fields</summary>
          <Changes changes={changes} />
        </details>
      ) : (
        <Changes changes={changes} />
      )}
      <time className={shared.faint} dateTime={at}>
        {formatDateTime(at)}
      </time>
    </>
  );
}

/** Each field before and after; a field that was empty has only its new value. */
function Changes({ changes }: Pick<DatasetEvent, "changes">) {
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={classes.change}>
          <dt>{field}</dt>
          <dd>
            {before && (
              <>
                <VisuallyHidden component="span">was</VisuallyHidden>
                <del className={classes.clip}>{before}</del>
                <VisuallyHidden component="span">is</VisuallyHidden>
              </>
            )}
            <ins className={classes.clip}>{after || "removed"}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
