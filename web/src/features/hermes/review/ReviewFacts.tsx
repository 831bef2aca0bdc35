import type { HermesUpload } from "@/api/hermes/hermes";
import type { ReviewComment, ReviewState } from "@/api/hermes/review";
import { formatDateTime } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { useFieldWords } from "../useFieldWords";
import { ReviewerLine } from "./ReviewerLine";
import classes from "./review.module.css";
import { subjectLabel } from "./subjects";
import { UndoDecision } from "./UndoDecision";

const NextInQueue = late(() => import("./NextInQueue").then((part) => part.NextInQueue));

/** Who has the review, what to know before deciding, and what was said so far. */
export function ReviewFacts({ upload }: { upload: HermesUpload }) {
  const { acceptances = [], comments = [], concerns = [], reviewer } = upload.review_state;
  const assigns = upload.actions.assign !== undefined;
  const open = upload.status === "READY FOR REVIEW";
  // Who answers has the open ones at the top of the page.
  const shown = upload.actions.answer ? comments.filter(({ settled }) => settled) : comments;
  const concerned = assigns && open && concerns.length > 0;
  const first = open && acceptances.length > 0;
  if (!reviewer && !assigns && shown.length === 0 && !first) return null;
  return (
    <Card title="Reviewer" aside={<ReviewerLine upload={upload} />}>
      {concerned && <Concerns concerns={concerns} />}
      {first && <Acceptances acceptances={acceptances} />}
      {shown.length > 0 && <Comments upload={upload} comments={shown} />}
      {open && <UndoDecision upload={upload} onUndone={() => undefined} />}
      {!concerned && !first && shown.length === 0 && (
        <p className={classes.reviewLead}>{saidSoFar(reviewer, comments.length > 0)}</p>
      )}
      {assigns && <NextInQueue after={upload.id} />}
    </Card>
  );
}

function saidSoFar(reviewer: string, asked: boolean): string {
  if (asked) return "See the requested changes above.";
  return reviewer ? "No changes were requested." : "Any reviewer may take this submission.";
}

function Concerns({ concerns }: { concerns: readonly string[] }) {
  return (
    <Notice tone="warn" title="Before you decide">
      <ul className={classes.list}>
        {concerns.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Acceptances({ acceptances }: { acceptances: NonNullable<ReviewState["acceptances"]> }) {
  return acceptances.map(({ by, at, comment, checked, acknowledged }) => (
    <blockquote key={at} className={classes.decision}>
      <div>
        <strong>Accepted</strong> by {by}, {formatDateTime(at)}; a second reviewer decides.
      </div>
      {comment && <div>{comment}</div>}
      {checked.length > 0 && <div className={classes.faint}>Checked: {checked.join("; ")}</div>}
      {acknowledged.length > 0 && <div className={classes.faint}>Acknowledged: {acknowledged.join(" ")}</div>}
    </blockquote>
  ));
}

function Comments({ upload, comments }: { upload: HermesUpload; comments: readonly ReviewComment[] }) {
  const newest = [...comments].reverse();
  const wordsOf = useFieldWords();
  return (
    <ul className={classes.comments} aria-label="Comments of reviewers">
      {newest.map((comment) => (
        <li key={comment.id} data-settled={comment.settled || undefined}>
          <div className={classes.about}>
            {subjectLabel(comment.about, upload, wordsOf)}
            {comment.settled && <span className={classes.faint}> · settled</span>}
          </div>
          <div>{comment.text}</div>
          <div className={classes.faint}>
            {comment.by}, {formatDateTime(comment.at)}, on run {comment.run_number}
          </div>
          {comment.answer ? (
            <div className={classes.answer}>
              {comment.answer}
              <div className={classes.faint}>
                {comment.answered_by}
                {comment.answered_at && `, ${formatDateTime(comment.answered_at)}`}
              </div>
            </div>
          ) : (
            !comment.settled && <div className={classes.faint}>Not answered yet</div>
          )}
        </li>
      ))}
    </ul>
  );
}
