import type { Counted } from "./sha256.worker";
// Included in this chunk: an upload that continues after the server was upgraded cannot load
// another part.
import HashWorker from "./sha256.worker?worker&inline";

/**
 * Computes the SHA-256 of a file in lower-case hex; fails if the file cannot be read, or when
 * stopped.
 */
export type HashFile = (file: Blob, stop: AbortSignal) => Promise<string>;

/** Counts beside the page, which answers as before however large the file is. */
export const hashFile: HashFile = async (file, stop) => {
  stop.throwIfAborted();
  const worker = new HashWorker();
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<Counted>) => {
        if ("sha256" in data) resolve(data.sha256);
        else reject(new Error(data.failed));
      });
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      stop.addEventListener("abort", () => reject(stop.reason));
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
};
