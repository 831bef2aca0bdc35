import { Button, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codesQuery, type DatasetFile } from "@/api/datasets/datasets";
import { fileUrl, wholeUrl } from "@/api/datasets/urls";
import { formatBytes, formatDateTime, plural } from "@/lib/format/format";
import { BuildPageLink } from "@/ui/action/BuildPageLink";
import { Copy } from "@/ui/action/Copy";
import { CopyButton } from "@/ui/action/CopyButton";
import { ButtonLink } from "@/ui/action/links";
import { Tag, WordTag } from "@/ui/Tag";
import { checkWord, labelOf } from "../words";
import { DepositDialog } from "./DepositDialog";
import classes from "./page.module.css";
import { isDepositable } from "./words";

/** One version of a file: what it is, its checksum, and the ways to it. */
export function FileItem({ datasetId, file }: { datasetId: string; file: DatasetFile }) {
  const [deposit, setDeposit] = useState(false);
  const codes = useQuery(codesQuery).data;
  const which = <VisuallyHidden component="span"> {file.file_name}</VisuallyHidden>;
  return (
    <li className={file.current ? classes.file : `${classes.file} ${classes.earlier}`}>
      <Stack gap={4}>
        <div className={classes.fileName}>
          <span>{file.file_name}</span>
          <span className={classes.kind}>{file.name ? `credible set ${file.name}` : "data file"}</span>
          {!file.current && <Tag tone="neutral">replaced</Tag>}
          {file.current && file.check && <WordTag {...checkWord(file.check)} />}
        </div>
        <div className={classes.fileFacts}>
          {formatBytes(file.size)} · {labelOf(codes?.genome_build, file.genome_build)} · version {file.version} · sent{" "}
          <time dateTime={file.uploaded_at}>{formatDateTime(file.uploaded_at)}</time> by {file.uploaded_by} ·{" "}
          {plural(file.downloads, "download")}
        </div>
        <div className={classes.sum}>
          SHA-256 <span>{file.sha256}</span>
          <Copy value={file.sha256} what={`SHA-256 of ${file.file_name}`} />
        </div>
      </Stack>
      <div className={classes.fileActions}>
        <CopyButton
          value={wholeUrl(file.path)}
          label="Copy short link"
          what={file.file_name}
          size="compact-sm"
          title={wholeUrl(file.path)}
        />
        {isDepositable(file.check) && (
          <Button variant="default" size="compact-sm" onClick={() => setDeposit(true)}>
            GWAS Catalog deposit…{which}
          </Button>
        )}
        {file.current && (
          <ButtonLink
            variant="default"
            size="compact-sm"
            to="/minibioindex/new"
            search={{ kind: "dataset_file", id: datasetId, file: file.id }}
          >
            Index{which}
          </ButtonLink>
        )}
        {file.current && (
          <BuildPageLink size="compact-sm" from={`dataset_file:${datasetId}:${file.id}`}>
            {which}
          </BuildPageLink>
        )}
        <Button component="a" variant="default" size="compact-sm" href={fileUrl(datasetId, file.id)} download>
          Download{which}
        </Button>
      </div>
      {deposit && <DepositDialog datasetId={datasetId} file={file} onClose={() => setDeposit(false)} />}
    </li>
  );
}
