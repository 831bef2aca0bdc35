import * as tus from "tus-js-client";
import { apiOrigin } from "@/api/client";
import { toApiError } from "@/api/error";
import type { PendingUpload } from "@/api/hermes";
import { sessionLost } from "@/api/session-lost";
import { uploadIdOf, uploadsEndpoint, uploadUrl } from "@/api/uploads";
import { ApiError, offline } from "@/lib/api-error";
import { Rate } from "@/lib/rate";

/**
 * idle: no file. sending: bytes flow. waiting: the connection was lost and is tried again. paused: by the user, or until
 * they sign in. checking: all bytes are sent, the server has not confirmed them. stored: it has. failed: see `error`.
 */
export type UploadPhase = "idle" | "sending" | "waiting" | "paused" | "checking" | "stored" | "failed";

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
  error?: ApiError;
}

const idle: UploadState = { phase: "idle", fileName: "", size: 0, sent: 0 };
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000];
const confirmEveryMs = 1000;
const confirmTries = 120;

export interface FileUploadOptions {
  /** Bytes of one request. */
  chunkBytes: number;
  /** What the server holds of this user's unfinished files. */
  pending: () => Promise<PendingUpload[]>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

/** The error of a failed request, in the words of the server where it gave any. */
export function uploadError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  const detailed = error as Partial<tus.DetailedError>;
  if (detailed.causingError instanceof ApiError) return detailed.causingError;
  const response = detailed.originalResponse;
  if (!response)
    return new ApiError(offline, "The connection was lost. What was sent is kept; resume to go on.", "unreachable");
  return responseError(response);
}

function responseError(response: tus.HttpResponse): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(response.getBody());
  } catch {
    body = undefined;
  }
  const requestId = response.getHeader("X-Request-Id");
  const headers = new Headers(requestId ? { "X-Request-Id": requestId } : undefined);
  return toApiError(new Response(null, { status: Math.max(200, response.getStatus()), headers }), body);
}

/**
 * An upload that the server does not know any more is sent anew; any other refusal to say how far it is must not start it
 * anew, or what was sent would be lost.
 */
function keepOnRefusal(request: tus.HttpRequest, response: tus.HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== "HEAD" || status < 300 || status === 404 || status === 410 || status === 423) return;
  throw responseError(response);
}

function worthRetrying(error: Error): boolean {
  const { status } = uploadError(error);
  return status === offline || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** Sends one file so that it can be interrupted anywhere. Subscribers get a new state object on each change. */
export class FileUpload {
  private state = idle;
  private readonly listeners = new Set<() => void>();
  private readonly rate = new Rate();
  private upload: tus.Upload | undefined;

  constructor(private readonly options: FileUploadOptions) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = (): UploadState => this.state;

  /** Starts or continues: `uploadId` names what the server holds of this file, if that is known. */
  async start(file: File, uploadId?: string): Promise<void> {
    await this.upload?.abort();
    this.set({ ...idle, phase: "sending", fileName: file.name, size: file.size, uploadId });
    const upload = this.create(file);
    this.upload = upload;
    if (uploadId) upload.options.uploadUrl = new URL(uploadUrl(uploadId), location.href).href;
    else {
      const [earlier] = await upload.findPreviousUploads();
      if (earlier) upload.resumeFromPreviousUpload(earlier);
    }
    upload.start();
  }

  /** For a file that an earlier visit sent completely. */
  adopt(file: PendingUpload): void {
    this.set({
      ...idle,
      phase: "stored",
      fileName: file.file_name,
      size: file.size,
      sent: file.size,
      uploadId: file.id,
    });
  }

  async pause(): Promise<void> {
    await this.upload?.abort();
    this.rate.reset();
    this.set({ ...this.state, phase: "paused", speed: undefined, secondsLeft: undefined });
  }

  resume(): void {
    if (!this.upload) return;
    this.set({ ...this.state, phase: "sending", error: undefined });
    this.upload.start();
  }

  /** Stops and forgets the file here; what the server holds is for the caller to discard. */
  async stop(): Promise<void> {
    await this.upload?.abort();
    this.upload = undefined;
    this.rate.reset();
    this.set(idle);
  }

  private create(file: File): tus.Upload {
    const upload: tus.Upload = new tus.Upload(file, {
      endpoint: new URL(uploadsEndpoint, location.href).href,
      chunkSize: this.options.chunkBytes,
      retryDelays,
      // Or the same file, sent for another data set, would be taken for the one that is registered already.
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name },
      headers: { "X-Requested-With": "cohortium" },
      onBeforeRequest: (request) => {
        request.getUnderlyingObject().withCredentials = apiOrigin !== "";
      },
      onAfterResponse: keepOnRefusal,
      onUploadUrlAvailable: () => this.set({ ...this.state, uploadId: uploadIdOf(upload.url ?? "") }),
      onProgress: (sent) => this.progressed(sent),
      onShouldRetry: (error) => {
        const again = worthRetrying(error);
        if (again) this.set({ ...this.state, phase: "waiting", speed: undefined, secondsLeft: undefined });
        return again;
      },
      onError: (error) => this.failed(error),
      onSuccess: () => void this.confirm(upload.url ?? ""),
    });
    return upload;
  }

  private progressed(sent: number): void {
    this.rate.add(sent, this.options.now());
    const { size } = this.state;
    const phase = sent >= size ? "checking" : "sending";
    this.set({ ...this.state, phase, sent, speed: this.rate.speed(), secondsLeft: this.rate.secondsLeft(size) });
  }

  private failed(cause: Error): void {
    const error = uploadError(cause);
    this.rate.reset();
    if (error.status === 401) sessionLost.announce();
    const phase = error.status === 401 ? "paused" : "failed";
    this.set({ ...this.state, phase, error, speed: undefined, secondsLeft: undefined });
  }

  /** Waits until the server lists the file as complete: only then it is stored. */
  private async confirm(url: string): Promise<void> {
    const uploadId = uploadIdOf(url);
    this.set({
      ...this.state,
      phase: "checking",
      sent: this.state.size,
      uploadId,
      speed: undefined,
      secondsLeft: undefined,
    });
    try {
      for (let tries = 0; tries < confirmTries; tries += 1) {
        const held = (await this.options.pending()).find((file) => file.id === uploadId);
        if (this.state.uploadId !== uploadId || this.state.phase !== "checking") return;
        if (held?.complete) return this.set({ ...this.state, phase: "stored" });
        await this.options.wait(confirmEveryMs);
      }
      throw new ApiError(
        offline,
        "The server has not confirmed the file. Resume to ask again; nothing is sent twice.",
        "unconfirmed",
      );
    } catch (error) {
      this.failed(error as Error);
    }
  }

  private set(state: UploadState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
