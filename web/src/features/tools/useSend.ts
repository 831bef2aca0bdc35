import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { discardUpload, pendingQuery, uploadServer } from "@/api/files/uploads";
import type { ToolInput } from "@/api/tools/tools";
import { isUnderWay } from "@/lib/upload/state";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { useFileUpload } from "@/ui/upload/useUploads";
import { useStart } from "./useStart";

/** The task for a file once it is uploaded. */
type Wanted = Omit<ToolInput, "upload_id">;

/** Sends a file when a task is to be done on it, once, and has the task done when it has arrived. */
export function useSend(chunkBytes: number) {
  const queries = useQueryClient();
  const [server] = useState(() => ({ ...uploadServer(queries), brief: true }));
  const { state, upload } = useFileUpload(server, chunkBytes);
  const pending = useQuery(pendingQuery).data?.items;
  const start = useStart();
  const [wanted, want] = useState<Wanted>();
  const leave = useLeaveWarning({
    when: isUnderWay(state),
    title: "Leave this page?",
    children: "The upload stops. Choose the same file again to continue.",
  });

  const arrived = state.phase === "stored" ? state.uploadId : undefined;
  const { mutate } = start;
  const begun = useRef<Wanted>(undefined);
  useEffect(() => {
    if (!arrived || !wanted || begun.current === wanted) return;
    begun.current = wanted;
    leave();
    mutate({ upload_id: arrived, ...wanted });
  }, [arrived, wanted, leave, mutate]);

  function send(file: File, next: Wanted) {
    want({ ...next });
    if (arrived || isUnderWay(state)) return; // it is here, or on its way
    const held = pending?.find(({ file_name, size }) => file_name === file.name && size === file.size);
    if (held?.complete) upload.adopt(held);
    else void upload.start(file, held?.id);
  }

  /** Another file was chosen: the upload of the previous one is deleted unless it was used. */
  async function forget() {
    const { uploadId, phase } = state;
    want(undefined);
    start.reset();
    await upload.stop();
    if (uploadId && phase !== "stored") await discardUpload(uploadId).catch(() => undefined); // the rest expires
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  return { state, upload, send, forget, busy: isUnderWay(state) || start.isPending, error: start.error };
}
