import { useCallback, useEffect, useRef, useState } from "react";
import type { UploadServer } from "@/lib/upload/server";
import { isUnderWay } from "@/lib/upload/state";
import { refusal } from "@/lib/upload/words";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { useFileUpload } from "./useUploads";

interface Begun {
  id: string;
  file_name: string;
  size: number;
  complete: boolean;
}

interface Options {
  server: UploadServer;
  chunkBytes: number;
  /** Bytes. */
  largest: number;
  /** Why a file cannot be taken although it is small enough, such as a quota. */
  refuse: (file: File) => string | undefined;
  /** Files of the caller that belong to nothing yet. */
  pending: readonly Begun[] | undefined;
  /** Forgets what was sent. */
  discard: (uploadId: string) => Promise<void>;
  /** The file has arrived. */
  onStored: (uploadId: string) => void;
}

/** The one file that a page asks for: sent now, or gone on with where an earlier visit stopped. */
export function useOneFile({ server, chunkBytes, largest, refuse, pending, discard, onStored }: Options) {
  const { state, upload } = useFileUpload(server, chunkBytes);
  const [error, setError] = useState<string>();
  const leave = useLeaveWarning({
    when: isUnderWay(state),
    title: "Leave this page?",
    children: "The upload stops. Choose the same file again to continue.",
  });

  function choose(file: File) {
    const begun = pending?.find(({ file_name, size }) => file_name === file.name && size === file.size);
    const why = refusal(file, largest) ?? refuse(file);
    setError(why);
    if (why) return;
    if (begun?.complete) onStored(begun.id);
    else void upload.start(file, begun?.id);
  }

  const stored = state.phase === "stored" ? state.uploadId : undefined;
  const took = useRef<string>(undefined);
  useEffect(() => {
    if (!stored || took.current === stored) return;
    took.current = stored;
    leave();
    onStored(stored);
  }, [stored, leave, onStored]);

  const cancel = useCallback(async () => {
    const { uploadId } = upload.snapshot();
    await upload.stop();
    if (uploadId) await discard(uploadId);
  }, [upload, discard]);

  const card = {
    state,
    onPause: () => void upload.pause(),
    onResume: () => upload.resume(),
    onCancel: () => void cancel(),
  };
  return { idle: state.phase === "idle", error, choose, card };
}
