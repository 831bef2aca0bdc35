import { formatBytes, formatBytesOf, formatDuration } from "../format/format";
import type { UploadPhase, UploadState } from "./state";

export const phaseWords: Readonly<Record<UploadPhase, string>> = {
  idle: "",
  queued: "Waiting to start",
  sending: "Uploading",
  waiting: "Interrupted, trying again",
  paused: "Paused",
  checking: "Checking",
  stored: "Stored",
  failed: "The upload has stopped",
};

/** Share of the work that is certain: all of it only once the server has confirmed. */
export function certainShare(state: UploadState): number {
  if (state.phase === "stored") return 1;
  return state.size > 0 ? Math.min(0.99, state.sent / state.size) : 0;
}

/** Amount, speed and time left: "577 of 812 MB · 18 MB/s · 13 s left". */
export function amountWords(state: UploadState): string {
  const { phase, sent, size, speed, secondsLeft } = state;
  if (phase === "stored") return `${formatBytes(size)}, confirmed by the server`;
  if (phase === "checking") return "Upload complete. The server is checking it";
  const words = [formatBytesOf(sent, size)];
  if (phase === "sending" && speed) words.push(`${formatBytes(speed)}/s`);
  if (phase === "sending" && secondsLeft !== undefined) words.push(`${formatDuration(secondsLeft)} left`);
  return words.join(" · ");
}

/** The amount, and what to expect when the page is closed. */
export function progressWords(state: UploadState): string {
  const closed = "You can close this page. The upload continues where it stopped.";
  const under = state.phase !== "stored" && state.phase !== "checking";
  return under ? `${amountWords(state)}. ${closed}` : `${amountWords(state)}.`;
}

interface FileFacts {
  name: string;
  size: number;
}

/** Why a file cannot be taken, before any of it is sent; `begun` is the one that an earlier visit began to send. */
export function refusal(file: FileFacts, largest: number, begun?: FileFacts): string | undefined {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > largest) {
    return `${file.name} has ${formatBytes(file.size)}; this server takes files of up to ${formatBytes(largest)}. Compress it with gzip, or leave out columns that are not needed.`;
  }
  if (begun && (file.name !== begun.name || file.size !== begun.size)) {
    return `This is not the file of this upload: ${begun.name} with ${formatBytes(begun.size)} is expected. To upload another file, discard this upload first.`;
  }
  return undefined;
}
