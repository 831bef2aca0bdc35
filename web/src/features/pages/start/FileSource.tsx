import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { discardUpload, pendingQuery, uploadServer } from "@/api/files/uploads";
import type { TableSource } from "@/api/pages/tables";
import { useQuotas } from "@/api/server/storage";
import { formatBytes } from "@/lib/format/format";
import { sendsFiles, useGrants } from "@/lib/permission";
import { examples } from "@/lib/route/examples";
import { FileDrop } from "@/ui/form/FileDrop";
import { NoFiles } from "@/ui/upload/NoFiles";
import { QuotaLeft } from "@/ui/upload/QuotaLeft";
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

  const quotas = useQuotas();
  // The size of a table is known once it is made: the file is refused only where no table can be made.
  const file = useOneFile({
    server,
    chunkBytes,
    largest,
    refuse: () => quotas.refuse({ table_bytes: 0, tables: 1 }),
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
          <QuotaLeft quota={quotas.of("table_bytes")} unread={quotas.unread} />
        </FileDrop>
      )}
      <UploadCard {...file.card} />
    </div>
  );
}
