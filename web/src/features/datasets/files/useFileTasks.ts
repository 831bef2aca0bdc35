import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "@/api/accounts/session";
import type { Dataset } from "@/api/datasets/datasets";
import { previewFile } from "@/api/files/sumstats-calls";
import { discardUpload, type PendingUpload, pendingQuery, uploadServer } from "@/api/files/uploads";
import type { Inspection } from "@/lib/sumstats/contract";
import type { UploadQueue } from "@/lib/upload/queue";
import { refusal } from "@/lib/upload/words";
import { toastError } from "@/ui/dialog/toast";
import { messageOf } from "@/ui/state/states";
import { useUploadQueue } from "@/ui/upload/useUploads";
import { newKey } from "../newKey";
import { checkTask, heldOf, newTask, type Purpose, type Task } from "./tasks";
import { type TaskList, useTaskList } from "./useTaskList";
import { useHandIn, useSentBefore } from "./useUploadedTasks";

interface Limits {
  /** Why the owner cannot store a file of so many bytes. */
  refuse: (bytes: number) => string | undefined;
  max_upload_bytes: number;
  chunk_bytes: number;
}

/**
 * Files to be added to a data set: uploaded a few at a time, stored as drafts, and submitted one
 * after the other.
 */
export function useFileTasks(dataset: Dataset, user: User, limits: Limits) {
  const queries = useQueryClient();
  const [server] = useState(() => uploadServer(queries));
  const { states, queue } = useUploadQueue(server, limits.chunk_bytes);
  const pending = useQuery(pendingQuery);
  const list = useTaskList({ account: user.id, object: dataset.id });
  const uploads = { states, queue, held: pending.data?.items };
  useSentBefore(dataset, list, uploads);
  const handing = useHandIn(dataset, list, uploads);
  const { change, note } = list;

  /** Stops, and removes what the server holds of it. */
  async function cancel(one: Task, keepTask = false): Promise<void> {
    const uploadId = states.get(one.key)?.uploadId ?? one.uploadId;
    queue.remove(one.key);
    if (keepTask) {
      change(one.key, { file: undefined, uploadId: undefined, wanted: false });
      list.unsee(one.key);
    } else list.drop(one.key);
    if (!uploadId) return;
    await discardUpload(uploadId).catch((error) => toastError("The server still keeps the uploaded part", error));
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  return {
    tasks: list.tasks,
    seenOf: list.seenOf,
    states,
    queue,
    pending: uploads.held ?? [],
    handing,
    ...choosing(list, queue, uploads.held ?? [], limits),
    cancel,
    /** Changes the description of a task and clears its refusals. */
    describe: (key: string, part: Partial<Task>) => {
      change(key, part);
      note(key, { refused: undefined });
    },
    /** Hands a new phenotype in once its file is stored; answers whether it is described well enough. */
    want: (one: Task): boolean => {
      note(one.key, { tried: true, refused: undefined });
      const fine = Object.keys(checkTask(dataset, one, true)).length === 0;
      if (fine) change(one.key, { wanted: true });
      return fine;
    },
    retry: (one: Task) => note(one.key, { refused: undefined }),
  };
}

export type FileTasks = ReturnType<typeof useFileTasks>;

/** What a person does with files: choosing one for a task, beginning a task, taking up what the server holds. */
function choosing(list: TaskList, queue: UploadQueue, held: readonly PendingUpload[], limits: Limits) {
  const { tasks, change, note } = list;

  /** Takes a file for a task; answers why not. It is looked at and sent at once. */
  function choose(one: Task, file: File): string | undefined {
    const twin = tasks.some(
      ({ key, file: other }) => key !== one.key && other?.name === file.name && other.size === file.size,
    );
    if (twin) return `${file.name} is in the list already.`;
    const begun = one.uploadId ? one.file : undefined;
    const why = refusal(file, limits.max_upload_bytes, begun) ?? limits.refuse(file.size);
    if (why) return why;
    const there = heldOf(file, one, tasks, held);
    change(one.key, { file: { name: file.name, size: file.size }, uploadId: there?.id });
    note(one.key, { refused: undefined });
    if (one.purpose.kind === "phenotype" || one.purpose.kind === "version") void look(list, one.key, file);
    if (there?.complete) queue.adopt(one.key, there);
    else queue.add(one.key, file, there?.id);
    return undefined;
  }

  /** A new task, with its file where there is one, and what is said of it already; answers why not. */
  function begin(of: Purpose, file?: File, said: Partial<Task> = {}): string | undefined {
    const one = { ...newTask(newKey(), of), ...said };
    list.add(one);
    const why = file && choose(one, file);
    if (why) list.drop(one.key);
    return why;
  }

  /** Takes up what the server holds of a file and no task here uses. */
  function takeUp({ id, file_name, size }: PendingUpload) {
    list.add({ ...newTask(newKey(), { kind: "phenotype" }), file: { name: file_name, size }, uploadId: id });
  }

  return { choose, begin, takeUp };
}

/** Reads the first lines of a file; sizes in its header fill empty fields. */
export async function look({ note, change }: TaskList, key: string, file: File): Promise<Inspection | undefined> {
  try {
    const inspection = await previewFile(file);
    note(key, { inspection, unread: undefined });
    const { n_cases, n_controls } = inspection.totals;
    if (n_cases && n_controls) {
      const told = { cases: String(n_cases.value), controls: String(n_controls.value) };
      change(key, ({ cases, controls }) => (cases || controls ? {} : told));
    }
    return inspection;
  } catch (error) {
    note(key, { inspection: undefined, unread: messageOf(error) });
    return undefined;
  }
}
