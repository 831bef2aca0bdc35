import type { Counted } from "./sha256.worker";
// Inside this chunk: an upload that goes on after the server got a new build has no other part to ask for.
import HashWorker from "./sha256.worker?worker&inline";

/** Counts the SHA-256 of a file, in lower-case hex; fails when the file cannot be read, or when it is told to stop. */
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
