import { Progress } from "@mantine/core";
import { formatShare } from "@/lib/format/format";
import type { UploadState } from "@/lib/upload/state";
import { amountWords, certainShare, phaseWords } from "@/lib/upload/words";
import { TextButton } from "../action/TextButton";
import { Sha256 } from "./Sha256";
import classes from "./upload.module.css";

interface UploadLineProps {
  state: UploadState;
  onPause: () => void;
  onResume: () => void;
  /** Takes the file away, and what was sent of it. */
  onCancel: () => void;
}

/** The state of one of several uploads, in one row. */
export function UploadLine({ state, onPause, onResume, onCancel }: UploadLineProps) {
  const { phase, error, fileName, sha256 } = state;
  const share = certainShare(state);
  const running = phase === "sending" || phase === "waiting";
  return (
    <div className={classes.line}>
      <div className={classes.lineHead}>
        <span>
          <strong role="status">{phaseWords[phase]}</strong> {amountWords(state)}
        </span>
        <span>{formatShare(share)}</span>
      </div>
      <Progress.Root size="sm" radius="xl">
        <Progress.Section
          value={share * 100}
          color={phase === "failed" ? "fail" : "brand"}
          aria-label={`Upload of ${fileName}`}
        />
      </Progress.Root>
      {sha256 && <Sha256 value={sha256} confirmed={phase === "stored"} />}
      {error && (
        <p className={classes.failure} role="alert">
          {error.message} {error.requestId && `Reference ${error.requestId}.`}
        </p>
      )}
      <div className={classes.lineActions}>
        {running && <TextButton onClick={onPause}>Pause</TextButton>}
        {(phase === "paused" || phase === "failed") && <TextButton onClick={onResume}>Resume</TextButton>}
        <TextButton onClick={onCancel} danger>
          {phase === "stored" ? "Use another file" : "Cancel upload"}
        </TextButton>
      </div>
    </div>
  );
}
