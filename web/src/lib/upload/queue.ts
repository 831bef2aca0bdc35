import { FileUpload, type FileUploadOptions } from "./FileUpload";
import type { HeldFile } from "./server";
import { idleUpload, isActive, type UploadState } from "./state";

interface Entry {
  upload: FileUpload;
  /** What sends it once it is its turn; absent when it has had it. */
  turn?: () => void;
  queued?: UploadState;
}

/** States by the key that the caller gave each file. */
export type UploadStates = ReadonlyMap<string, UploadState>;

/** Sends several files, a few at a time; the others wait for their turn. */
export class UploadQueue {
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();
  private states: UploadStates = new Map();

  constructor(
    private readonly options: FileUploadOptions,
    /** How many are sent at the same time. */
    private readonly atOnce: number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = (): UploadStates => this.states;

  /** Sends a file when it is its turn; `uploadId` names what the server holds of it. A file of the same key is replaced. */
  add(key: string, file: File, uploadId?: string): void {
    const entry = this.make(key);
    entry.queued = { ...idleUpload, phase: "queued", fileName: file.name, size: file.size, uploadId };
    entry.turn = () => void entry.upload.start(file, uploadId);
    this.advance();
  }

  /** For a file that an earlier visit sent completely. */
  adopt(key: string, file: HeldFile): void {
    this.make(key).upload.adopt(file);
  }

  pause(key: string): void {
    void this.entries.get(key)?.upload.pause();
  }

  /** Resumes a paused or failed file when it is its turn. */
  resume(key: string): void {
    const entry = this.entries.get(key);
    if (!entry || entry.turn) return;
    entry.queued = { ...entry.upload.snapshot(), phase: "queued", error: undefined };
    entry.turn = () => entry.upload.resume();
    this.advance();
  }

  /**
   * After a lost connection or a new sign-in: failed uploads resume, and manually paused ones stay.
   */
  resumeStopped(): void {
    for (const [key, { upload }] of this.entries) {
      const { phase, error } = upload.snapshot();
      if (error && (phase === "failed" || phase === "paused")) this.resume(key);
    }
  }

  /** Stops and forgets a file here; what the server holds is for the caller to discard. */
  remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    void entry.upload.stop();
    this.advance();
  }

  stop(): void {
    for (const key of [...this.entries.keys()]) this.remove(key);
  }

  private make(key: string): Entry {
    this.remove(key);
    const entry: Entry = { upload: new FileUpload(this.options) };
    this.entries.set(key, entry);
    entry.upload.subscribe(() => {
      if (this.entries.get(key) === entry) this.advance();
    });
    return entry;
  }

  private advance(): void {
    // Starting a file notifies the listeners, which call this again, so nothing is counted in
    // advance.
    for (let next = this.next(); next?.turn; next = this.next()) {
      const { turn } = next;
      next.turn = undefined;
      next.queued = undefined;
      turn();
    }
    this.states = new Map([...this.entries].map(([key, { upload, queued }]) => [key, queued ?? upload.snapshot()]));
    for (const listener of this.listeners) listener();
  }

  private next(): Entry | undefined {
    const entries = [...this.entries.values()];
    const active = entries.filter(({ upload }) => isActive(upload.snapshot())).length;
    return active < this.atOnce ? entries.find(({ turn }) => turn !== undefined) : undefined;
  }
}
