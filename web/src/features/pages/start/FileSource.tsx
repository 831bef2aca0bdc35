import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { discardUpload, pendingQuery, uploadServer } from "@/api/files/uploads";
import type { TableSource } from "@/api/pages/tables";
import { formatBytes } from "@/lib/format/format";
import { sendsFiles, useGrants } from "@/lib/permission";
import { examples } from "@/lib/route/examples";
import { FileDrop } from "@/ui/form/FileDrop";
import { NoFiles } from "@/ui/upload/NoFiles";
import { UploadCard } from "@/ui/upload/UploadCard";
import { useOneFile } from "@/ui/upload/useOneFile";
import classes from "./start.module.css";

interface Props {
  /** Bytes. */
  largest: number;
  chunkBytes: number;
  onSource: (source: TableSource) => void;
}

/** A file that is uploaded now; an incomplete upload resumes. */
export function FileSource(props: Props) {
  return sendsFiles(useGrants()) ? <OwnFile {...props} /> : <NoFiles />;
}

function OwnFile({ largest, chunkBytes, onSource }: Props) {
  const queries = useQueryClient();
  const [server] = useState(() => uploadServer(queries));
  const pending = useQuery(pendingQuery).data;

  async function discard(uploadId: string) {
    await discardUpload(uploadId).catch(() => undefined); // the rest expires
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  const file = useOneFile({
    server,
    chunkBytes,
    largest,
    pending: pending?.items,
    discard,
    onStored: (id) => onSource({ kind: "upload", id }),
  });

  return (
    <div className={classes.stack}>
      {file.idle && (
        <FileDrop
          id="table-file"
          label="Choose a file"
          example={examples.summaryStatistics}
          error={file.error}
          onFile={file.choose}
        >
          <p>CSV, TSV, JSON, one JSON object per line, Parquet; plain, gzip or bgzip, up to {formatBytes(largest)}.</p>
        </FileDrop>
      )}
      <UploadCard {...file.card} />
    </div>
  );
}
