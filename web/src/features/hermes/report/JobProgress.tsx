import { Progress } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { formatDuration, formatShare, formatSince } from "@/lib/format";
import { useNow } from "@/lib/now";
import { Card } from "@/ui/Card";
import { GuardedButton } from "@/ui/GuardedButton";
import { toastError } from "@/ui/toast";
import { cancelJob } from "./cancelJob";
import classes from "./report.module.css";

type Job = Schemas["Job"];

interface Props {
  /** What is being made, e.g. "QC run 2". */
  title: string;
  job: Job | undefined;
  cancel: Schemas["Action"] | undefined;
  startedAt: string | null | undefined;
}

/** A job at work: stage, amount, time left; live through the page's event stream. */
export function JobProgress({ title, job, cancel, startedAt }: Props) {
  const now = useNow(1000);
  const [cancelling, setCancelling] = useState(false);
  const share = job && job.total > 0 ? Math.min(1, job.done / job.total) : undefined;

  // At work without an amount: the bar moves and claims no share.
  const atWork = job?.state === "running" && share === undefined;

  async function stop(): Promise<void> {
    if (!job) return;
    setCancelling(true);
    try {
      await cancelJob(job.id);
    } catch (error) {
      setCancelling(false);
      toastError("The job could not be cancelled", error);
    }
  }

  return (
    <Card
      title={title}
      aside={
        <GuardedButton
          action={job && cancel}
          variant="default"
          size="compact-sm"
          loading={cancelling}
          onClick={() => void stop()}
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
        aria-label={`${title}: ${stageWords(job)}`}
      />
      <div className={classes.progress} aria-live="polite">
        <strong>{stageWords(job)}</strong>
        {share !== undefined && <span>{formatShare(share)}</span>}
      </div>
      <div className={classes.progressFacts}>{progressFacts(job, startedAt, now)}</div>
      <p className={classes.progressNote}>You can close this page; the work goes on and the result will be here.</p>
    </Card>
  );
}

/** The stage in words: queued, the stage's own word, or that it is being tried again. */
export function stageWords(job: Job | undefined): string {
  if (!job || job.state === "queued") return "Waiting for a free worker";
  const stage = job.stage || "Starting";
  return job.attempt > 1 ? `${stage} (attempt ${job.attempt})` : stage;
}

/** How long it has been at it, and how long still. */
function progressFacts(job: Job | undefined, startedAt: string | null | undefined, now: number): string {
  if (!job || job.state === "queued") return "It starts by itself.";
  const parts: string[] = [];
  if (startedAt) parts.push(`running for ${formatSince(startedAt, now)}`);
  if (job.eta_seconds != null) parts.push(`about ${formatDuration(job.eta_seconds)} left`);
  return parts.join(" · ");
}
