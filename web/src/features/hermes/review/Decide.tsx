import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { z } from "zod/mini";
import type { Schemas } from "@/api/client";
import { type HermesUpload, ofUpload, type QcRun, uploadChanged } from "@/api/hermes/hermes";
import { reviewersQuery } from "@/api/hermes/review";
import { reviewUpload } from "@/api/hermes/review-calls";
import { ApiError } from "@/lib/api-error";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import { TextButton } from "@/ui/action/TextButton";
import { toastDone } from "@/ui/dialog/toast";
import { useSingleKeys } from "@/ui/focus/shortcuts";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "./review.module.css";

const AcceptDialog = late(() => import("./AcceptDialog").then((module) => module.AcceptDialog));
const ChangesDialog = late(() => import("./ChangesDialog").then((module) => module.ChangesDialog));

type Decision = Schemas["ReviewRequest"];

/** Typed text stays in the browser until the decision. */
export const commentDraft: DraftKind<string> = { name: "hermes-review", version: 1, shape: z.string() };

interface Props {
  upload: HermesUpload;
  account: string;
  run: QcRun;
  /** Names of the steps of the report, which can be commented on. */
  steps: readonly string[];
  /** Why this person cannot decide now. */
  refusal: string | undefined;
}

/** What became of the submission, for who decided. */
function doneWords({ status, review_state: { step } }: HermesUpload): string {
  if (status === "REVIEW APPROVED") return "Accepted.";
  if (status === "REVIEW REJECTED") return "Rejected. The uploader sees your reason.";
  if (step === "second_review") return "Accepted. A second reviewer decides now.";
  return "The uploader sees your requests.";
}

/** The comment and the three decisions. */
export function Decide({ upload, account, run, steps, refusal }: Props) {
  const queries = useQueryClient();
  const { restored, keep, discard } = useDraft(commentDraft, { account, object: upload.id });
  const [comment, setComment] = useState(restored ?? "");
  useEffect(() => keep(comment || undefined), [keep, comment]);
  const [problem, setProblem] = useState<string>();
  const [opened, setOpened] = useState(false);
  const [asking, setAsking] = useState<"accept" | "changes">();
  const field = useRef<HTMLTextAreaElement>(null);
  const decide = useMutation({
    mutationFn: (decision: Decision) => reviewUpload(upload.id, { ...decision, run_id: run.id }),
    onSuccess: (changed) => {
      void uploadChanged(queries, changed);
      void queries.invalidateQueries({ queryKey: reviewersQuery.queryKey });
      discard();
      setComment("");
      setAsking(undefined);
      toastDone(doneWords(changed));
    },
    onError: (error) => {
      const about = error instanceof ApiError && error.fields.find((entry) => entry.field === "comment");
      if (about) refuse(about.message);
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries(ofUpload(upload.id));
      }
    },
  });

  function refuse(message: string): void {
    flushSync(() => setProblem(message));
    field.current?.focus();
  }

  /** On a phone, where the field is closed until it is wanted. */
  function write(): void {
    flushSync(() => setOpened(true));
    field.current?.focus();
  }

  function reject(): void {
    if (refusal) return;
    if (comment.trim() === "") {
      refuse("State the problem and the change needed. The uploader works from this text.");
      return;
    }
    setProblem(undefined);
    decide.mutate({ decision: "reject", comment: comment.trim() });
  }

  function ask(what: "accept" | "changes"): void {
    if (refusal) return;
    setProblem(undefined);
    decide.reset();
    setAsking(what);
  }

  useSingleKeys([
    ["a", () => ask("accept")],
    ["c", () => ask("changes")],
  ]);

  const busy = decide.isPending ? decide.variables.decision : undefined;
  const failure = decide.isError && !problem ? messageOf(decide.error) : undefined;
  return (
    <div className={classes.decide}>
      <Textarea
        ref={field}
        className={classes.comment}
        wrapperProps={{ "data-open": opened || comment !== "" || problem !== undefined || undefined }}
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
      <div className={classes.opener}>
        <TextButton onClick={write}>Add a comment</TextButton>
      </div>
      {failure && !asking && (
        <Notice tone="fail" alert>
          {failure}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button {...refused(refusal)} loading={busy === "approve"} onClick={() => ask("accept")}>
          Accept
        </Button>
        <Button {...refused(refusal)} variant="default" onClick={() => ask("changes")}>
          Request changes…
        </Button>
        <Button
          {...refused(refusal)}
          variant="default"
          className={classes.reject}
          loading={busy === "reject"}
          onClick={reject}
        >
          Reject
        </Button>
      </div>
      {refusal && (
        <p className={classes.reviewNote} id="review-refusal">
          {refusal}
        </p>
      )}
      {asking === "accept" && (
        <AcceptDialog
          uploads={[upload]}
          busy={decide.isPending}
          failure={failure}
          onAccept={({ checked, acknowledged }) =>
            decide.mutate({
              decision: "approve",
              comment: comment.trim(),
              checked,
              acknowledged: acknowledged.get(upload.id),
            })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "changes" && (
        <ChangesDialog
          upload={upload}
          account={account}
          comment={comment}
          steps={steps}
          busy={decide.isPending}
          failure={failure}
          onSend={async (comments) => {
            await decide.mutateAsync({ decision: "request_changes", comments });
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

/** Looks disabled, and explains why to keyboard users. */
function refused(refusal: string | undefined) {
  return refusal ? { "data-disabled": true, "aria-disabled": true, "aria-describedby": "review-refusal" } : {};
}
