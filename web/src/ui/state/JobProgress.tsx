import { Progress } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatDuration, formatShare, formatSince } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { stageParts } from "@/lib/format/stage";
import { GuardedButton } from "../action/GuardedButton";
import { Card } from "../Card";
import { confirm } from "../dialog/confirm";
import { toastError } from "../dialog/toast";
import classes from "./JobProgress.module.css";

/** The shown part of a job. */
export interface JobState {
  id: string;
  state: string;
  /** A word for people, and after a comma how far it is; empty before the first. */
  stage: string;
  done: number;
  /** 0 while unknown. */
  total: number;
  eta_seconds?: number | null;
  /** From 1. */
  attempt: number;
}

export interface JobCancel {
  /** Absent: the user may not; refused with a reason: the button shows it. */
  action: { allowed: boolean; reason?: string } | undefined;
  send: (id: string) => Promise<unknown>;
  /** Asked first, where there is something to lose. */
  question?: { title: string; children: ReactNode; confirm: string };
}

export interface JobProgressProps {
  /** The current work, e.g. "QC run 2". */
  title: string;
  /** Undefined while it waits to be known. */
  job: JobState | undefined;
  /** How much is done in words, e.g. "12 of 41 cohorts"; for a job with a total. */
  amount?: (job: JobState) => string | undefined;
  startedAt?: string | null;
  cancel: JobCancel;
  /** What will be here, in "the work goes on and … will be here". */
  result?: string;
}

/** A job at work: stage, amount, time left, and the way to stop it. */
export function JobProgress({ title, job, amount, startedAt, cancel, result = "the result" }: JobProgressProps) {
  const now = useNow(1000);
  const stop = useStop(job, cancel);
  const share = job && job.total > 0 ? Math.min(1, job.done / job.total) : undefined;
  const stage = stageWords(job);

  // At work without an amount: the bar moves and claims no share.
  const atWork = job?.state === "running" && share === undefined;

  return (
    <Card
      title={title}
      aside={
        <GuardedButton
          action={job && cancel.action}
          variant="default"
          size="compact-sm"
          loading={stop.busy}
          onClick={() => void stop.ask()}
        >
          Cancel
        </GuardedButton>
      }
    >
      <Progress
        value={atWork ? 100 : (share ?? 0) * 100}
        animated={atWork}
        striped={atWork}
        size="lg"
        aria-label={`${title}: ${stage}`}
      />
      <div className={classes.stage} aria-live="polite">
        <strong>{stage}</strong>
        {share !== undefined && <span>{formatShare(share)}</span>}
      </div>
      <div className={classes.facts}>{factWords({ job, amount, startedAt, now })}</div>
      <p className={classes.note}>You can close this page. The work continues, and {result} will be here.</p>
    </Card>
  );
}

/** Busy until the job has ended and the card is gone, or the server refused. */
function useStop(job: JobState | undefined, { send, question }: JobCancel) {
  const [busy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    if (!job || (question && !(await confirm(question)))) return;
    setBusy(true);
    try {
      await send(job.id);
    } catch (error) {
      setBusy(false);
      toastError("The job could not be cancelled", error);
    }
  }

  return { busy, ask };
}

const waiting = (job: JobState) => job.state === "queued";

/** The stage in words: queued, the stage's own word, or that it is being tried again. */
function stageWords(job: JobState | undefined): string {
  if (!job || waiting(job)) return "Waiting to start";
  const stage = stageParts(job.stage).word || "Starting";
  return job.attempt > 1 ? `${stage} (attempt ${job.attempt})` : stage;
}

interface FactsOf extends Pick<JobProgressProps, "job" | "amount" | "startedAt"> {
  now: number;
}

/** How much is done, how long it has been at it, and how long still. */
function factWords({ job, amount, startedAt, now }: FactsOf): string {
  if (!job || waiting(job)) return "It starts automatically.";
  const parts = [
    job.total > 0 && amount?.(job),
    stageParts(job.stage).amount,
    startedAt && `running for ${formatSince(startedAt, now)}`,
    job.eta_seconds != null && `about ${formatDuration(job.eta_seconds)} left`,
  ];
  return parts.filter(Boolean).join(" · ");
}
