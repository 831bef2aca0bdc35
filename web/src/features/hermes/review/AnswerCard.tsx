import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { z } from "zod/mini";
import { type HermesUpload, ofUpload, uploadChanged } from "@/api/hermes/hermes";
import type { ReviewComment } from "@/api/hermes/review";
import { answerReview } from "@/api/hermes/review-calls";
import { ApiError } from "@/lib/api-error";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import { formatDateTime, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { useFieldWords } from "../useFieldWords";
import classes from "./review.module.css";
import { stepOfForm, subjectLabel } from "./subjects";

type Texts = Record<string, string>;

/** Answers that were typed and neither saved nor sent. */
const answersDraft: DraftKind<Texts> = { name: "hermes-answers", version: 1, shape: z.record(z.string(), z.string()) };

/** What a reviewer asked the uploader for, and the way back to review. */
export function AnswerCard({ upload, account }: { upload: HermesUpload; account: string }) {
  const open = (upload.review_state.comments ?? []).filter(({ settled }) => !settled);
  if (open.length === 0) return null;
  return <Answers upload={upload} account={account} open={open} />;
}

interface AnswersProps {
  upload: HermesUpload;
  account: string;
  open: readonly ReviewComment[];
}

function Answers({ upload, account, open }: AnswersProps) {
  const queries = useQueryClient();
  const { restored, keep, discard } = useDraft(answersDraft, { account, object: upload.id });
  const [typed, setTyped] = useState<Texts>(restored ?? {});
  useEffect(() => keep(Object.keys(typed).length > 0 ? typed : undefined), [keep, typed]);
  const [tried, setTried] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const textOf = (comment: ReviewComment) => own(typed, comment.id) ?? comment.answer ?? "";
  const send = useMutation({
    mutationFn: (back: boolean) =>
      answerReview(upload.id, upload.version, {
        answers: open.map((comment) => ({ comment: comment.id, text: textOf(comment).trim() })),
        send_back: back,
      }),
    onSuccess: (changed, back) => {
      void uploadChanged(queries, changed);
      discard();
      setTyped({});
      setTried(false);
      toastDone(back ? "Sent back to review." : "Your answers are saved.");
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries(ofUpload(upload.id));
      }
    },
  });
  const ready = upload.status === "READY FOR REVIEW";

  function sendBack(): void {
    setTried(true);
    const missing = open.findIndex((comment) => textOf(comment).trim() === "");
    if (missing >= 0) card.current?.querySelectorAll("textarea")[missing]?.focus();
    else send.mutate(true);
  }

  return (
    <Card
      className={classes.answers}
      title={`A reviewer asks for ${open.length === 1 ? "a change" : plural(open.length, "change")}`}
    >
      <Stack gap="md" ref={card}>
        <p className={classes.plain}>Make the requested changes, answer each comment, and send the submission back.</p>
        {open.map((comment) => (
          <Question
            key={comment.id}
            upload={upload}
            comment={comment}
            text={textOf(comment)}
            error={tried && !textOf(comment).trim() ? "State what you changed, or why no change is needed." : undefined}
            onText={(text) => setTyped((before) => ({ ...before, [comment.id]: text }))}
          />
        ))}
        {!ready && (
          <Notice tone="neutral">
            You can send it back to review when QC has passed. You can save your answers now.
          </Notice>
        )}
        {send.isError && (
          <Notice tone="fail" alert>
            {messageOf(send.error)} Your input is kept.
          </Notice>
        )}
        <Group>
          {ready && (
            <Button loading={send.isPending && send.variables} onClick={sendBack}>
              Send back to review
            </Button>
          )}
          <Button variant="default" loading={send.isPending && !send.variables} onClick={() => send.mutate(false)}>
            Save answers
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

interface QuestionProps {
  upload: HermesUpload;
  comment: ReviewComment;
  text: string;
  error: string | undefined;
  onText: (text: string) => void;
}

function Question({ upload, comment, text, error, onText }: QuestionProps) {
  const subject = subjectLabel(comment.about, upload, useFieldWords());
  const step = stepOfForm(comment.about);
  return (
    <div className={classes.question}>
      <div className={classes.about}>
        {subject}
        {step && upload.actions.edit?.allowed && (
          <AnchorLink to="/hermes/new" search={{ id: upload.id, step }} size="sm" ml={10}>
            Change it
          </AnchorLink>
        )}
      </div>
      <div>{comment.text}</div>
      <div className={classes.faint}>
        {comment.by}, {formatDateTime(comment.at)}
      </div>
      <Textarea
        label="Your answer"
        aria-label={`Your answer about ${subject}`}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        error={error}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        mt={6}
      />
    </div>
  );
}
