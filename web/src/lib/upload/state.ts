import type { ApiError } from "../api-error";

/**
 * idle: no file. queued: other files are sent first. sending: bytes flow. waiting: the connection was lost, or the server failed, and it is tried again.
 * paused: by the user, or until they sign in. checking: all bytes are sent, the server has not confirmed them. stored: it
 * has. failed: see `error`.
 */
export type UploadPhase = "idle" | "queued" | "sending" | "waiting" | "paused" | "checking" | "stored" | "failed";

export interface UploadState {
  phase: UploadPhase;
  fileName: string;
  /** Bytes. */
  size: number;
  sent: number;
  /** Bytes per second, while known. */
  speed?: number;
  secondsLeft?: number;
  /** The server's name for the upload, as soon as it has one. */
  uploadId?: string;
  /** Of the whole file, in lower-case hex; of the copy here until it is stored, then the same of the server's. */
  sha256?: string;
  error?: ApiError;
}

export const idleUpload: UploadState = { phase: "idle", fileName: "", size: 0, sent: 0 };

/** Bytes are on their way, or the server is at work on them. */
export function isActive({ phase }: UploadState): boolean {
  return phase === "sending" || phase === "waiting" || phase === "checking";
}

/** Whether leaving the page would interrupt it. */
export function isUnderWay(state: UploadState): boolean {
  return isActive(state) || state.phase === "queued";
}
