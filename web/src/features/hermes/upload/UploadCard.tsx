import { Button, Progress } from "@mantine/core";
import { formatBytes, formatBytesOf, formatDuration, formatShare } from "@/lib/format";
import { Card } from "@/ui/Card";
import type { UploadState } from "./FileUpload";
import classes from "./upload.module.css";

const titles = {
  idle: "",
  sending: "Uploading",
  waiting: "Connection lost, trying again",
  paused: "Paused",
  checking: "Checking",
  stored: "Stored",
  failed: "The upload has stopped",
} as const;

/** Share of the work that is certain: all of it only once the server has confirmed. */
export function certainShare(state: UploadState): number {
  if (state.phase === "stored") return 1;
  return state.size > 0 ? Math.min(0.99, state.sent / state.size) : 0;
}

/** Amount, speed and time left, and what to expect, in words. */
export function progressWords(state: UploadState): string {
  const { phase, sent, size, speed, secondsLeft } = state;
  if (phase === "stored") return `${formatBytes(size)}, confirmed by the server.`;
  if (phase === "checking") return "All bytes are sent; the server is checking them.";
  const words = [formatBytesOf(sent, size)];
  if (phase === "sending" && speed) words.push(`${formatBytes(speed)}/s`);
  if (phase === "sending" && secondsLeft !== undefined) words.push(`${formatDuration(secondsLeft)} left`);
  return `${words.join(" · ")}. You can close this page; the upload continues where it stopped.`;
}

interface UploadCardProps {
  state: UploadState;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** How the upload stands, and what can be done about it. */
export function UploadCard({ state, onPause, onResume, onCancel }: UploadCardProps) {
  const { phase, error } = state;
  if (phase === "idle") return null;
  const share = certainShare(state);
  const running = phase === "sending" || phase === "waiting";
  return (
    <Card title={titles[phase]} aside={formatShare(share)}>
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
      {error && (
        <p className={classes.failure} role="alert">
          {error.message} {error.requestId && `Reference ${error.requestId}.`}
        </p>
      )}
      <span className={classes.hidden} role="status">
        {titles[phase]}
      </span>
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
