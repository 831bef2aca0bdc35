import type { HermesUpload, QcRun } from "@/api/hermes/hermes";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/state/states";
import { JobProgress } from "../report/JobProgress";
import classes from "./qc.module.css";

interface Props {
  upload: HermesUpload;
  /** Absent when not even a run could be started. */
  run: QcRun | undefined;
  onRerun: () => void;
}

/** In place of the report while there is none: at work, failed, cancelled, or never started. */
export function Unfinished({ upload, run, onRerun }: Props) {
  if (run?.status === "QUEUED" || run?.status === "RUNNING") {
    return (
      <JobProgress
        title={`QC run ${run.number}`}
        job={run.job}
        cancel={upload.actions.cancel}
        startedAt={run.started_at}
      />
    );
  }
  const cancelled = run?.status === "CANCELLED";
  const reason = run?.error ?? run?.job?.error;
  return (
    <Card>
      <EmptyState
        title={titleOf(upload, run)}
        actions={
          <>
            <GuardedButton action={upload.actions.rerun} onClick={onRerun}>
              {cancelled ? "Run QC" : "Retry"}
            </GuardedButton>
            {upload.actions.edit?.allowed && (
              <ButtonLink variant="default" to="/hermes/new" search={{ id: upload.id, step: "columns" }}>
                Change mapping
              </ButtonLink>
            )}
          </>
        }
      >
        {reason && <p className={classes.reason}>{reason}</p>}
        <p>
          {cancelled
            ? "The file and its metadata are kept. Nothing was computed."
            : "The original file and its metadata are kept. If a column is wrong, change the mapping without uploading again. If the run was interrupted, retry."}
        </p>
      </EmptyState>
    </Card>
  );
}

function titleOf(upload: HermesUpload, run: QcRun | undefined): string {
  if (!run) return "QC could not be started";
  if (run.status === "CANCELLED") return "This run was cancelled";
  return upload.status === "LIFTOVER FAILED" ? "This file could not be lifted over" : "QC ended without a report";
}
