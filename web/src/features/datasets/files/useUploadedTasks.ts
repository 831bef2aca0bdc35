import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { datasetChanged } from "@/api/datasets/changes";
import type { Dataset } from "@/api/datasets/datasets";
import { type PendingUpload, pendingQuery } from "@/api/files/uploads";
import { ApiError } from "@/lib/api-error";
import type { UploadQueue, UploadStates } from "@/lib/upload/queue";
import { messageOf } from "@/ui/state/states";
import { handIn } from "./handIn";
import { isIn, placeErrors, type Task } from "./tasks";
import type { TaskList } from "./useTaskList";

interface Uploads {
  states: UploadStates;
  queue: UploadQueue;
  /** What the server holds; undefined while it is not known. */
  held: readonly PendingUpload[] | undefined;
}

/**
 * Matches tasks with their uploads: tasks with a name, uploads of an earlier visit, and submitted
 * ones.
 */
export function useSentBefore(dataset: Dataset, list: TaskList, { states, queue, held }: Uploads): void {
  const { tasks, change, drop } = list;

  // The server's name of an upload is kept as soon as there is one, so that it can be found again.
  useEffect(() => {
    for (const { key, uploadId } of tasks) {
      const named = states.get(key)?.uploadId;
      if (named && named !== uploadId) change(key, { uploadId: named });
    }
  }, [tasks, states, change]);

  useEffect(() => {
    for (const one of tasks) {
      const { key, uploadId } = one;
      if (!held || !uploadId || states.has(key)) continue;
      const there = held.find(({ id }) => id === uploadId);
      if (there?.complete) queue.adopt(key, there);
      // Submitted, but the page was closed before the answer.
      else if (!there && isIn(dataset, one)) drop(key);
    }
  }, [tasks, states, queue, held, dataset, drop]);
}

/** Submits stored and described tasks one after the other; returns the key of the current one. */
export function useHandIn(dataset: Dataset, list: TaskList, { states, queue }: Uploads): string | undefined {
  const { tasks, change, drop, note, seenOf } = list;
  const queries = useQueryClient();
  const [handing, setHanding] = useState<string>();
  const busy = useRef(false);
  const ready = tasks.find((one) => {
    const there = one.file ? states.get(one.key)?.phase === "stored" : one.purpose.kind === "phenotype";
    return one.wanted && there && !seenOf(one.key).refused;
  });

  async function send(one: Task) {
    try {
      const changed = await handIn(dataset.id, one);
      void datasetChanged(queries, changed);
      queue.remove(one.key);
      drop(one.key);
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      note(one.key, { refused: placeErrors(fields, messageOf(error)) });
      if (one.purpose.kind === "phenotype") change(one.key, { wanted: false });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one after the other, each when it is ready
  useEffect(() => {
    if (!ready || busy.current) return;
    busy.current = true;
    setHanding(ready.key);
    void send(ready).finally(() => {
      busy.current = false;
      setHanding(undefined);
    });
  }, [ready?.key, handing]);
  return handing;
}
