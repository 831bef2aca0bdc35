import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { BioIndexSource } from "@/api/bioindex/bioindex";
import { discardUpload, type PendingUpload, pendingQuery, uploadServer } from "@/api/files/uploads";
import { useQuotas } from "@/api/server/storage";
import { formatBytes } from "@/lib/format/format";
import { sendsFiles, useGrants } from "@/lib/permission";
import { examples } from "@/lib/route/examples";
import { handOver } from "@/lib/upload/handOver";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { FileDrop } from "@/ui/form/FileDrop";
import { Answered } from "@/ui/state/Answered";
import { NoFiles } from "@/ui/upload/NoFiles";
import { QuotaLeft } from "@/ui/upload/QuotaLeft";
import { UploadCard } from "@/ui/upload/UploadCard";
import { useOneFile } from "@/ui/upload/useOneFile";
import classes from "../bioindex.module.css";
import { sourceAt } from "./source";

interface Props {
  /** Bytes. */
  largest: number;
  chunkBytes: number;
  onSource: (source: BioIndexSource) => void;
}

/** The file: sent now, sent before, or one that this server has already. */
export function SourcePart(props: Props) {
  if (sendsFiles(useGrants())) return <AnySource {...props} />;
  return (
    <div className={classes.stack}>
      <NoFiles />
      <ByAddress onSource={props.onSource} />
    </div>
  );
}

function AnySource({ largest, chunkBytes, onSource }: Props) {
  const queries = useQueryClient();
  const [server] = useState(() => uploadServer(queries));
  const pending = useQuery(pendingQuery);

  async function discard(uploadId: string) {
    await discardUpload(uploadId).catch(() => undefined); // the rest expires
    await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
  }

  const quotas = useQuotas();
  const file = useOneFile({
    server,
    chunkBytes,
    largest,
    refuse: ({ size }) => quotas.refuse({ index_bytes: size, indexes: 1 }),
    pending: pending.data?.items,
    discard,
    onStored: (id) => onSource({ kind: "upload", id }),
  });

  const handed = useRef(file.choose);
  useEffect(() => {
    const [first] = handOver.take();
    if (first) handed.current(first);
  }, []);

  return (
    <div className={classes.stack}>
      {file.idle && (
        <FileDrop
          id="index-file"
          label="Choose a file"
          example={examples.summaryStatistics}
          error={file.error}
          onFile={file.choose}
        >
          <p>
            CSV, TSV, GWAS-SSF, BED, VCF or one JSON object per line; plain, gzip or bgzip, up to {formatBytes(largest)}
            . It does not have to be sorted.
          </p>
          <QuotaLeft quota={quotas.of("index_bytes")} unread={quotas.unread} />
        </FileDrop>
      )}
      <UploadCard {...file.card} />
      {file.idle && <SentBefore answer={pending} onSource={onSource} />}
      {file.idle && <ByAddress onSource={onSource} />}
    </div>
  );
}

interface SentBeforeProps extends Pick<Props, "onSource"> {
  answer: ReturnType<typeof useQuery<{ items: PendingUpload[] }>>;
}

/**
 * Complete uploads that are not used yet. An incomplete one resumes when the same file is chosen.
 */
function SentBefore({ answer, onSource }: SentBeforeProps) {
  if (answer.data?.items.length === 0) return null;
  return (
    <Card title="Your earlier uploads">
      <Answered what="your files" answer={answer} rows={2}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map(({ id, file_name, size, complete, offset }) => (
              <li key={id}>
                <span>
                  <span className={classes.code}>{file_name}</span>, {formatBytes(size)}
                </span>
                {complete ? (
                  <TextButton onClick={() => onSource({ kind: "upload", id })}>Index file</TextButton>
                ) : (
                  <span className={classes.note}>{formatBytes(offset)} received: choose it again to continue</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Card>
  );
}

/** A file of the registry or a result, by the address of its page or download. */
function ByAddress({ onSource }: Pick<Props, "onSource">) {
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const source = sourceAt(address);
    setWrong(!source);
    if (source) onSource(source);
  }

  return (
    <Card title="An existing file">
      <form className={classes.address} onSubmit={submit} noValidate>
        <TextInput
          label="File address"
          description="Address of a QC report, a meta-analysis, or the download of a registered file. The file is not uploaded again."
          inputWrapperOrder={["label", "description", "input", "error"]}
          placeholder="https://…/hermes/ma/…"
          value={address}
          error={
            wrong &&
            "This is not the address of a report, a meta-analysis or a registered file. Copy it from the browser or from the download of the file."
          }
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="default">
          Use file
        </Button>
      </form>
    </Card>
  );
}
