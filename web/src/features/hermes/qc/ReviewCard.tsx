import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { z } from "zod/mini";
import { type HermesUpload, hermesKeys, type QcRun } from "@/api/hermes";
import { reviewUpload } from "@/api/hermes-calls";
import { ApiError } from "@/lib/api-error";
import { type DraftKind, useDraft, writeDraft } from "@/lib/draft";
import { formatDateTime } from "@/lib/format";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/confirm";
import { ButtonLink } from "@/ui/links";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { UploadStatusTag } from "@/ui/Tag";
import { toastDone } from "@/ui/toast";
import classes from "./qc.module.css";
import { UndoDecision } from "./UndoDecision";

type Decision = "approve" | "reject";

interface Props {
  upload: HermesUpload;
  /** Id of who decides, whose draft the comment is. */
  account: string;
  /** The run whose report is read. */
  run: QcRun;
  /** "2 warnings" */
  verdict: string;
}

/** Accept or reject what is read here; whoever may not decide sees why, and who will. */
export function ReviewCard({ upload, account, run, verdict }: Props) {
  const action = upload.actions.review;
  const outdated = upload.run !== undefined && upload.run.id !== run.id;
  const refusal = outdated
    ? `This is run ${run.number}; a decision is about the newest one, run ${upload.run?.number}.`
    : action?.allowed === false
      ? (action.reason ?? "It cannot be reviewed now.")
      : undefined;
  return (
    <Card title="Review" aside={<UploadStatusTag status={upload.status} />}>
      <p className={classes.reviewLead}>
        {verdict}. Uploaded by {upload.uploaded_by} on {formatDateTime(upload.uploaded_at)}.
      </p>
      {upload.review && <LastDecision upload={upload} account={account} review={upload.review} />}
      {action && upload.status === "READY FOR REVIEW" && (
        <Decide key={upload.id} upload={upload} account={account} run={run} refusal={refusal} />
      )}
      {upload.status === "REVIEW REJECTED" && upload.actions.edit?.allowed && (
        <ButtonLink variant="default" mt={12} to="/hermes/new" search={{ id: upload.id }}>
          Change metadata or mapping
        </ButtonLink>
      )}
      {!action && upload.status === "READY FOR REVIEW" && (
        <p className={classes.reviewNote}>A reviewer decides; you will see the decision and its reason here.</p>
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

/** What is typed stays in the browser until the decision is taken. */
const commentDraft: DraftKind<string> = { name: "hermes-review", version: 1, shape: z.string() };

interface DecideProps extends Omit<Props, "verdict"> {
  refusal: string | undefined;
}

function Decide({ upload, account, run, refusal }: DecideProps) {
  const queries = useQueryClient();
  const { restored, keep, discard } = useDraft(commentDraft, { account, object: upload.id });
  const [comment, setComment] = useState(restored ?? "");
  useEffect(() => keep(comment || undefined), [keep, comment]);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const decide = useMutation({
    mutationFn: (decision: Decision) => reviewUpload(upload.id, { decision, comment: comment.trim(), run_id: run.id }),
    onSuccess: (changed) => {
      queries.setQueryData(hermesKeys.upload(upload.id), changed);
      void queries.invalidateQueries({ queryKey: hermesKeys.uploads });
      discard();
      setComment("");
      toastDone(changed.status === "REVIEW APPROVED" ? "Accepted." : "Rejected. The uploader sees your reason.");
    },
    onError: (error) => {
      const about = error instanceof ApiError && error.fields.find((entry) => entry.field === "comment");
      if (about) refuse(about.message);
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries({ queryKey: hermesKeys.upload(upload.id) });
      }
    },
  });

  function refuse(message: string): void {
    setProblem(message);
    field.current?.focus();
  }

  async function submit(decision: Decision): Promise<void> {
    if (refusal) return;
    if (decision === "reject" && comment.trim() === "") {
      refuse("Say what is wrong and what to change: the uploader works from this text.");
      return;
    }
    setProblem(undefined);
    if (decision === "reject" || (await askToAccept(upload.dataset_name))) decide.mutate(decision);
  }

  const busy = decide.isPending ? decide.variables : undefined;
  return (
    <div className={classes.decide}>
      <Textarea
        ref={field}
        label="Comment to the uploader"
        description="Required when you reject"
        value={comment}
        onChange={(event) => {
          setComment(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        disabled={refusal !== undefined}
      />
      {decide.isError && !problem && (
        <Notice tone="fail" alert>
          {messageOf(decide.error)}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button {...refused(refusal)} loading={busy === "approve"} onClick={() => submit("approve")}>
          Accept
        </Button>
        <Button
          {...refused(refusal)}
          variant="default"
          className={classes.reject}
          loading={busy === "reject"}
          onClick={() => submit("reject")}
        >
          Reject
        </Button>
      </div>
      {refusal && (
        <p className={classes.reviewNote} id="review-refusal">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** Asks once, with what it means. */
function askToAccept(name: string): Promise<boolean> {
  return confirm({
    title: `Accept ${name}?`,
    children:
      "Meta-analyses of the consortium may use this run, and its uploader sees your decision. You can undo it until one does.",
    confirm: "Accept data set",
  });
}

/** Looks disabled and says why to those who reach it by keyboard. */
function refused(refusal: string | undefined) {
  return refusal ? { "data-disabled": true, "aria-disabled": true, "aria-describedby": "review-refusal" } : {};
}
