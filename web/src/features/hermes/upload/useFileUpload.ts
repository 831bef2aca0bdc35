import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { pendingQuery } from "@/api/hermes";
import { sessionRestored } from "@/api/session-lost";
import { FileUpload } from "./FileUpload";

/** The upload of this page. Leaving the page stops it; it can be continued from the list. */
export function useFileUpload(chunkBytes: number) {
  const queries = useQueryClient();
  const [upload] = useState(
    () =>
      new FileUpload({
        chunkBytes,
        pending: async () => (await queries.fetchQuery({ ...pendingQuery, staleTime: 0 })).items,
        now: () => Date.now(),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
  );
  const state = useSyncExternalStore(upload.subscribe, upload.snapshot);

  useEffect(() => {
    const again = () => {
      const { phase, error } = upload.snapshot();
      if (error && (phase === "failed" || phase === "paused")) upload.resume();
    };
    const unsubscribe = sessionRestored.subscribe(again);
    window.addEventListener("online", again);
    return () => {
      unsubscribe();
      window.removeEventListener("online", again);
    };
  }, [upload]);

  useEffect(() => {
    return () => {
      void upload.stop();
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
    };
  }, [upload, queries]);

  return { state, upload };
}
