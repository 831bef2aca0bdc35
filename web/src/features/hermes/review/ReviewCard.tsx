import type { HermesUpload, QcRun } from "@/api/hermes/hermes";
import { writeDraft } from "@/lib/browser/draft";
import { formatDateTime } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Tag } from "@/ui/Tag";
import { statusWord } from "../list/words";
import { commentDraft, Decide } from "./Decide";
import classes from "./review.module.css";
import { UndoDecision } from "./UndoDecision";

interface Props {
  upload: HermesUpload;
  /** Id of who decides, whose draft the comment is. */
  account: string;
  /** The run whose report is read. */
  run: QcRun;
  /** Names of the steps of its report, which can be commented on. */
  steps: readonly string[];
  /** "2 warnings" */
  verdict: string;
}

/** The decision about the shown report, always in view. */
export function ReviewCard(props: Props) {
  return (
    <div className={classes.decisionInView}>
      <Decision {...props} />
    </div>
  );
}

/** Accept, reject or request changes; users who may not decide see why, and who can. */
function Decision({ upload, account, run, steps, verdict }: Props) {
  const action = upload.actions.review;
  const status = statusWord(upload);
  const outdated = upload.run !== undefined && upload.run.id !== run.id;
  const refusal = outdated
    ? `This is run ${run.number}. Decisions apply to the newest one, run ${upload.run?.number}.`
    : action?.allowed === false
      ? (action.reason ?? "It cannot be reviewed now.")
      : undefined;
  return (
    <Card title="Review" aside={<Tag tone={status.tone}>{status.word}</Tag>}>
      <p className={classes.reviewLead}>
        {verdict}. Uploaded by {upload.uploaded_by} on {formatDateTime(upload.uploaded_at)}.
      </p>
      {upload.review && <LastDecision upload={upload} account={account} review={upload.review} />}
      {action && upload.status === "READY FOR REVIEW" && (
        <Decide key={upload.id} upload={upload} account={account} run={run} steps={steps} refusal={refusal} />
      )}
      {upload.status === "REVIEW REJECTED" && upload.actions.edit?.allowed && (
        <ButtonLink variant="default" mt={12} to="/hermes/new" search={{ id: upload.id }}>
          Change metadata or mapping
        </ButtonLink>
      )}
      {!action && upload.status === "READY FOR REVIEW" && upload.review_state.step !== "changes_requested" && (
        <p className={classes.reviewNote}>A reviewer decides. The decision and its reason appear here.</p>
      )}
    </Card>
  );
}

interface LastDecisionProps extends Pick<Props, "upload" | "account"> {
  review: NonNullable<HermesUpload["review"]>;
}

function LastDecision({ upload, account, review }: LastDecisionProps) {
  /** A comment comes back into its field with the decision. */
  function keepComment(): void {
    if (review.comment) {
      writeDraft(commentDraft, { account, object: upload.id }, { content: review.comment, savedAt: Date.now() });
    }
  }
  return (
    <>
      <blockquote className={classes.decision}>
        <div>
          <strong>{review.decision === "approved" ? "Accepted" : "Rejected"}</strong> by {review.by},{" "}
          {formatDateTime(review.at)}
        </div>
        {review.comment && <div>{review.comment}</div>}
      </blockquote>
      <UndoDecision upload={upload} onUndone={keepComment} />
    </>
  );
}
