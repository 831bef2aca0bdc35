import { Button, Progress, VisuallyHidden } from "@mantine/core";
import { formatShare } from "@/lib/format/format";
import type { UploadState } from "@/lib/upload/state";
import { certainShare, phaseWords, progressWords } from "@/lib/upload/words";
import { Card } from "../Card";
import { Sha256 } from "./Sha256";
import classes from "./upload.module.css";

interface UploadCardProps {
  state: UploadState;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** The state of the upload, and its actions. */
export function UploadCard({ state, onPause, onResume, onCancel }: UploadCardProps) {
  const { phase, error } = state;
  if (phase === "idle") return null;
  const share = certainShare(state);
  const running = phase === "sending" || phase === "waiting";
  return (
    <Card title={phaseWords[phase]} aside={formatShare(share)}>
      <Progress.Root size="md" radius="xl">
        <Progress.Section
          value={share * 100}
          color={phase === "failed" ? "fail" : "brand"}
          aria-label={`Upload of ${state.fileName}`}
        />
      </Progress.Root>
      <p className={classes.note}>
        <span className={classes.fileName}>{state.fileName}</span> {progressWords(state)}
      </p>
      {state.sha256 && <Sha256 value={state.sha256} confirmed={phase === "stored"} />}
      {error && (
        <p className={classes.failure} role="alert">
          {error.message} {error.requestId && `Reference ${error.requestId}.`}
        </p>
      )}
      <VisuallyHidden component="span" role="status">
        {phaseWords[phase]}
      </VisuallyHidden>
      <div className={classes.buttons}>
        {running && (
          <Button variant="default" size="xs" onClick={onPause}>
            Pause
          </Button>
        )}
        {(phase === "paused" || phase === "failed") && (
          <Button variant="light" size="xs" onClick={onResume}>
            Resume
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onCancel}>
          {phase === "stored" ? "Use another file" : "Cancel upload"}
        </Button>
      </div>
    </Card>
  );
}
