import { useEffect, useState, useSyncExternalStore } from "react";
import { FileUpload } from "@/lib/upload/FileUpload";
import { hashFile } from "@/lib/upload/hash";
import { UploadQueue } from "@/lib/upload/queue";
import type { UploadServer } from "@/lib/upload/server";

function optionsOf(server: UploadServer, chunkBytes: number) {
  return {
    server,
    hashFile,
    chunkBytes,
    now: () => Date.now(),
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
}

/**
 * Calls `again` when the connection returns or the user has signed in again, and `stop` when the
 * page is closed.
 */
function useComingBack(server: UploadServer, again: () => void, stop: () => void) {
  useEffect(() => {
    const unsubscribe = server.onSignedIn(again);
    window.addEventListener("online", again);
    return () => {
      unsubscribe();
      window.removeEventListener("online", again);
    };
  }, [server, again]);

  useEffect(() => {
    return () => {
      stop();
      server.left();
    };
  }, [server, stop]);
}

/** The one upload of a page. Leaving the page stops it; it can be continued later. `server` must not change. */
export function useFileUpload(server: UploadServer, chunkBytes: number) {
  const [{ upload, again, stop }] = useState(() => {
    const made = new FileUpload(optionsOf(server, chunkBytes));
    return {
      upload: made,
      again: () => {
        const { phase, error } = made.snapshot();
        if (error && (phase === "failed" || phase === "paused")) made.resume();
      },
      stop: () => void made.stop(),
    };
  });
  const state = useSyncExternalStore(upload.subscribe, upload.snapshot);
  useComingBack(server, again, stop);
  return { state, upload };
}

/** The uploads of a page, `atOnce` of them at a time. Leaving the page stops them; they can be continued later. */
export function useUploadQueue(server: UploadServer, chunkBytes: number, atOnce = 3) {
  const [{ queue, again, stop }] = useState(() => {
    const made = new UploadQueue(optionsOf(server, chunkBytes), atOnce);
    return { queue: made, again: () => made.resumeStopped(), stop: () => made.stop() };
  });
  const states = useSyncExternalStore(queue.subscribe, queue.snapshot);
  useComingBack(server, again, stop);
  return { states, queue };
}
