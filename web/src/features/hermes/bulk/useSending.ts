import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { previewFile } from "@/api/files/sumstats-calls";
import { discardUpload, type PendingUpload, pendingQuery, uploadServer } from "@/api/files/uploads";
import { blocking } from "@/lib/sumstats/inspection";
import { isUnderWay } from "@/lib/upload/state";
import { refusal } from "@/lib/upload/words";
import { toastError } from "@/ui/dialog/toast";
import { messageOf } from "@/ui/state/states";
import { useUploadQueue } from "@/ui/upload/useUploads";
import { type BatchFile, inspected, newFile } from "./batch";
import { patiently } from "./patiently";
import type { BatchList } from "./useBatchList";

export interface Limits {
  max_upload_bytes: number;
  chunk_bytes: number;
  /** Files of one batch. */
  files: number;
}

/** Files on their way to the server: looked at one after the other, sent a few at a time. */
export function useSending(list: BatchList, limits: Limits) {
  const queries = useQueryClient();
  const [server] = useState(() => uploadServer(queries));
  const { states, queue } = useUploadQueue(server, limits.chunk_bytes);
  const held = useQuery(pendingQuery).data?.items;
  const looking = useRef(Promise.resolve());
  const { files, change, note } = list;

  // What the server calls an upload is kept, so that it can be found again.
  useEffect(() => {
    for (const file of files) {
      const { uploadId, phase } = states.get(file.name) ?? {};
      const stored = phase === "stored" || undefined;
      if (uploadId && (uploadId !== file.uploadId || stored !== file.stored)) change(file.name, { uploadId, stored });
    }
  }, [files, states, change]);

  // An earlier visit uploaded the whole file. If it is not listed any more it may be registered:
  // the submission will show it.
  useEffect(() => {
    for (const { name, size, uploadId, stored, made } of files) {
      if (!held || !uploadId || made || states.has(name)) continue;
      const there = held.find(({ id }) => id === uploadId);
      if (there?.complete) queue.adopt(name, there);
      else if (!there && stored)
        queue.adopt(name, { id: uploadId, file_name: name, size, offset: size, complete: true });
    }
  }, [files, states, queue, held]);

  async function look(file: File, there: PendingUpload | undefined): Promise<void> {
    const { name } = file;
    try {
      const inspection = await patiently(() => previewFile(file));
      change(name, (one) => inspected(one, inspection));
      if (blocking(inspection).length > 0) return;
      if (there?.complete) queue.adopt(name, there);
      else queue.add(name, file, there?.id);
    } catch (error) {
      note(name, { unread: `${messageOf(error)} Correct it and choose it again.` });
    } finally {
      note(name, { reading: false });
    }
  }

  /** Takes files into the batch; answers the new ones, and why others cannot be taken. */
  function choose(chosen: readonly File[]): { added: BatchFile[]; refused: string[] } {
    const added: BatchFile[] = [];
    const refused: string[] = [];
    for (const file of chosen) {
      const known = [...files, ...added];
      const before = known.find(({ name }) => name === file.name);
      const state = states.get(file.name);
      const under = state !== undefined && (isUnderWay(state) || state.phase === "stored");
      const full = !before && known.filter(({ made }) => !made).length >= limits.files;
      const why =
        before?.made || under || added.some(({ name }) => name === file.name)
          ? `${file.name} is in the list already.`
          : full
            ? `${file.name} was not added: at most ${limits.files} files at once are supported. Submit these first.`
            : refusal(file, limits.max_upload_bytes, before?.uploadId ? before : undefined);
      if (why) {
        refused.push(why);
        continue;
      }
      if (before) change(file.name, { size: file.size });
      else added.push(newFile(file));
      const used = new Set(known.filter(({ name }) => name !== file.name).map(({ uploadId }) => uploadId));
      const there = held?.find(
        ({ id, file_name, size }) => file_name === file.name && size === file.size && !used.has(id),
      );
      note(file.name, { reading: true, unread: undefined, refused: undefined });
      looking.current = looking.current.then(() => look(file, there));
    }
    if (added.length > 0) list.setFiles((before) => [...before, ...added]);
    return { added, refused };
  }

  /** Takes a file out of the batch, and what was sent of it off the server. */
  async function remove(file: BatchFile): Promise<void> {
    const uploadId = states.get(file.name)?.uploadId ?? file.uploadId;
    queue.remove(file.name);
    list.drop(file.name);
    if (!uploadId || file.made) return;
    await discardUpload(uploadId).catch((error) => toastError("The server still keeps the uploaded part", error));
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  return { states, queue, choose, remove };
}

export type Sending = ReturnType<typeof useSending>;
