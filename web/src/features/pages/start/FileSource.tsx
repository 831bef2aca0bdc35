import { Anchor } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { TableSource } from "@/api/tables";
import { discardUpload, pendingQuery, uploadServer } from "@/api/uploads";
import { formatBytes } from "@/lib/format";
import { isUnderWay } from "@/lib/upload/state";
import { refusal } from "@/lib/upload/words";
import { FileDrop } from "@/ui/form/FileDrop";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { UploadCard } from "@/ui/upload/UploadCard";
import { useFileUpload } from "@/ui/upload/useUploads";
import classes from "./start.module.css";

interface Props {
  /** Bytes. */
  largest: number;
  chunkBytes: number;
  onSource: (source: TableSource) => void;
}

/** A file that is sent now; one that was begun before goes on where it stopped. */
export function FileSource({ largest, chunkBytes, onSource }: Props) {
  const queries = useQueryClient();
  const [server] = useState(() => uploadServer(queries));
  const { state, upload } = useFileUpload(server, chunkBytes);
  const [error, setError] = useState<string>();
  const pending = useQuery(pendingQuery).data;
  const leave = useLeaveWarning({
    when: isUnderWay(state),
    title: "Leave this page?",
    children: "The upload stops. Choose the same file again to go on where it stopped.",
  });

  function choose(file: File) {
    const begun = pending?.items.find(({ file_name, size }) => file_name === file.name && size === file.size);
    const why = refusal(file, largest);
    setError(why);
    if (why) return;
    if (begun?.complete) onSource({ kind: "upload", id: begun.id });
    else void upload.start(file, begun?.id);
  }

  const stored = state.phase === "stored" ? state.uploadId : undefined;
  const took = useRef<string>(undefined);
  useEffect(() => {
    if (!stored || took.current === stored) return;
    took.current = stored;
    leave();
    onSource({ kind: "upload", id: stored });
  }, [stored, leave, onSource]);

  async function cancel() {
    const { uploadId } = state;
    await upload.stop();
    if (uploadId) await discardUpload(uploadId).catch(() => undefined); // what is left over expires
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  return (
    <div className={classes.stack}>
      {state.phase === "idle" && (
        <FileDrop id="table-file" label="Choose a file" error={error} onFile={choose}>
          <p>
            CSV, TSV, JSON, one JSON object per line, Parquet; plain, gzip or bgzip, up to {formatBytes(largest)}.{" "}
            <Anchor href="/examples/fto_bmi_hg19.tsv" download inherit underline="always">
              Example file
            </Anchor>
          </p>
        </FileDrop>
      )}
      <UploadCard
        state={state}
        onPause={() => void upload.pause()}
        onResume={() => upload.resume()}
        onCancel={() => void cancel()}
      />
    </div>
  );
}
