import type * as tus from "tus-js-client";
import { ApiError, offline } from "../api-error";
import { Rate } from "../format/rate";
import type { HashFile } from "./hash";
import { type HeldFile, type UploadServer, uploadAddress, uploadIdOf } from "./server";
import { idleUpload, isActive, type UploadState } from "./state";

const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000];
const confirmEveryMs = 1000;
const confirmTries = 120;

export interface FileUploadOptions {
  server: UploadServer;
  hashFile: HashFile;
  /** Bytes of one request. */
  chunkBytes: number;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Sends one file so that it can be interrupted anywhere. Subscribers get a new state object on each change. */
export class FileUpload {
  private state = idleUpload;
  private readonly listeners = new Set<() => void>();
  private readonly rate = new Rate();
  private upload: tus.Upload | undefined;
  /** The file to upload while the upload code loads. */
  private waiting: { file: File; uploadId: string | undefined } | undefined;
  /** SHA-256 of the file here, counted while it is sent. */
  private hash: Promise<string | undefined> | undefined;
  private counting: AbortController | undefined;

  constructor(private readonly options: FileUploadOptions) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = (): UploadState => this.state;

  /** Starts or continues: `uploadId` names what the server holds of this file, if that is known. */
  async start(file: File, uploadId?: string): Promise<void> {
    const before = this.upload;
    const waiting = { file, uploadId };
    this.upload = undefined;
    this.waiting = waiting;
    this.set({ ...idleUpload, phase: "sending", fileName: file.name, size: file.size, uploadId });
    this.hash = this.count(file);
    await before?.abort();
    const sender = await import("tus-js-client").catch((cause: Error) => cause);
    if (this.waiting !== waiting) return;
    if (sender instanceof Error) return this.failed(sender);
    this.waiting = undefined;
    const upload = this.create(sender, file);
    this.upload = upload;
    if (uploadId) upload.options.uploadUrl = uploadAddress(this.options.server.endpoint, uploadId);
    else {
      const [earlier] = await upload.findPreviousUploads();
      if (earlier) upload.resumeFromPreviousUpload(earlier);
    }
    if (this.upload === upload && this.state.phase !== "paused") upload.start();
  }

  /** For a file that an earlier visit sent completely. */
  adopt({ id, file_name, size, sha256 }: HeldFile): void {
    this.set({ ...idleUpload, phase: "stored", fileName: file_name, size, sent: size, uploadId: id, sha256 });
  }

  async pause(): Promise<void> {
    await this.upload?.abort();
    this.rate.reset();
    this.set({ ...this.state, phase: "paused", speed: undefined, secondsLeft: undefined });
  }

  resume(): void {
    const { waiting, upload } = this;
    if (waiting) void this.start(waiting.file, waiting.uploadId);
    if (!upload) return;
    this.set({ ...this.state, phase: "sending", error: undefined });
    upload.start();
  }

  /** Stops and forgets the file here; what the server holds is for the caller to discard. */
  async stop(): Promise<void> {
    const { upload } = this;
    this.upload = undefined;
    this.waiting = undefined;
    this.counting?.abort();
    await upload?.abort();
    this.rate.reset();
    this.set(idleUpload);
  }

  private create({ Upload }: typeof tus, file: File): tus.Upload {
    const { server, chunkBytes } = this.options;
    const upload: tus.Upload = new Upload(file, {
      endpoint: server.endpoint,
      chunkSize: chunkBytes,
      retryDelays,
      // Or the same file, sent for another data set, would be taken for the one that is registered already.
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, ...(server.brief && { keep: "day" }) },
      onBeforeRequest: (request) => {
        request.getUnderlyingObject().withCredentials = server.crossOrigin;
      },
      onAfterResponse: (request, response) => this.keepOnRefusal(request, response),
      onUploadUrlAvailable: () => this.set({ ...this.state, uploadId: uploadIdOf(upload.url ?? "") }),
      onProgress: (sent) => this.progressed(sent),
      onShouldRetry: (error) => {
        const again = worthRetrying(this.errorOf(error));
        if (again) this.set({ ...this.state, phase: "waiting", speed: undefined, secondsLeft: undefined });
        return again;
      },
      onError: (error) => this.failed(error),
      onSuccess: () => void this.confirm(upload.url ?? ""),
    });
    return upload;
  }

  /** The upload itself reports a file that cannot be read any more. */
  private async count(file: File): Promise<string | undefined> {
    this.counting?.abort();
    const counting = new AbortController();
    this.counting = counting;
    const sha256 = await this.options.hashFile(file, counting.signal).catch(() => undefined);
    if (sha256 && !counting.signal.aborted) this.set({ ...this.state, sha256 });
    return sha256;
  }

  /**
   * An upload that is unknown to the server is restarted. Any other refusal of an offset request
   * must not restart it, or the uploaded bytes would be lost.
   */
  private keepOnRefusal(request: tus.HttpRequest, response: tus.HttpResponse): void {
    const status = response.getStatus();
    if (request.getMethod() !== "HEAD" || status < 300 || status === 404 || status === 410 || status === 423) return;
    throw this.responseError(response);
  }

  /** The error of a failed request, in the words of the server where it gave any. */
  private errorOf(error: Error): ApiError {
    if (error instanceof ApiError) return error;
    const detailed = error as Partial<tus.DetailedError>;
    if (detailed.causingError instanceof ApiError) return detailed.causingError;
    if (detailed.originalResponse) return this.responseError(detailed.originalResponse);
    return new ApiError(
      offline,
      "The connection was lost. The uploaded part is kept. Resume to continue.",
      "unreachable",
    );
  }

  private responseError(response: tus.HttpResponse): ApiError {
    let body: unknown;
    try {
      body = JSON.parse(response.getBody());
    } catch {
      body = undefined;
    }
    const requestId = response.getHeader("X-Request-Id");
    const headers = new Headers(requestId ? { "X-Request-Id": requestId } : undefined);
    const status = Math.max(200, response.getStatus());
    return this.options.server.errorOf(new Response(null, { status, headers }), body);
  }

  private progressed(sent: number): void {
    this.rate.add(sent, this.options.now());
    const { size } = this.state;
    const phase = sent >= size ? "checking" : "sending";
    this.set({ ...this.state, phase, sent, speed: this.rate.speed(), secondsLeft: this.rate.secondsLeft(size) });
  }

  private failed(cause: Error): void {
    const error = this.errorOf(cause);
    this.rate.reset();
    if (error.status === 401) this.options.server.signedOut();
    const phase = error.status === 401 ? "paused" : "failed";
    this.set({ ...this.state, phase, error, speed: undefined, secondsLeft: undefined });
  }

  /** Waits until the server lists the file as complete: only then, and if it is the same file, it is stored. */
  private async confirm(url: string): Promise<void> {
    const uploadId = uploadIdOf(url);
    const { size } = this.state;
    this.set({ ...this.state, phase: "checking", sent: size, uploadId, speed: undefined, secondsLeft: undefined });
    try {
      for (let tries = 0; tries < confirmTries; tries += 1) {
        const held = (await this.options.server.held()).find((file) => file.id === uploadId);
        if (this.state.uploadId !== uploadId || !isActive(this.state)) return;
        if (held?.complete) return await this.compare(held);
        await this.options.wait(confirmEveryMs);
      }
      throw new ApiError(
        offline,
        "The server has not confirmed the file. Resume to ask again. Nothing is uploaded twice.",
        "unconfirmed",
      );
    } catch (error) {
      this.failed(error as Error);
    }
  }

  /** A file that was changed between two visits would be stored half old, half new. */
  private async compare({ sha256 }: HeldFile): Promise<void> {
    const ours = await this.hash;
    if (ours && sha256 && ours !== sha256) {
      throw new ApiError(
        offline,
        "The file on the server differs from this one: it was changed after the upload started. Cancel the upload and start again.",
        "other_content",
      );
    }
    if (isActive(this.state)) this.set({ ...this.state, phase: "stored", sha256: sha256 ?? ours });
  }

  private set(state: UploadState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

function worthRetrying({ status }: ApiError): boolean {
  return status === offline || status === 409 || status === 423 || status === 429 || status >= 500;
}
