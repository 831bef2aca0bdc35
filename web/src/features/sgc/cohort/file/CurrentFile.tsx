import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { type Cohort, type SgcFile, sgcFilePath } from "@/api/sgc";
import { saveSgcFile } from "@/api/sgc-files";
import { formatBytes, formatCount, formatDateTime, plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { TextButton } from "@/ui/TextButton";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { toastError } from "@/ui/toast";
import { kindWords } from "../../words";
import { useRemoveFile } from "../useRemoveFile";
import classes from "./file.module.css";

interface CurrentFileProps {
  cohort: Cohort;
  file: SgcFile;
  /** What can be done with it. */
  children?: ReactNode;
}

/** The name under which a version is saved: what is kept of a table is tab-separated text, whatever was sent. */
export function savedName({ kind, file_name, version }: SgcFile): string {
  return kind === "cohort_description" ? file_name : `${kind}-v${version}.tsv`;
}

export function saveVersion(cohortId: string, file: SgcFile): void {
  saveSgcFile(sgcFilePath(cohortId, file.kind, file.version), savedName(file)).catch((error) =>
    toastError(`${file.file_name} could not be downloaded`, error),
  );
}

/** The file that was accepted last, with what was kept of it. */
export function CurrentFile({ cohort, file, children }: CurrentFileProps) {
  const { ask, busy } = useRemoveFile(cohort);
  const facts = [
    file.kind === "cohort_description" ? formatBytes(file.size) : plural(file.rows, "row"),
    file.warnings > 0 && `${plural(file.warnings, "warning")}, confirmed`,
    `version ${file.version}, accepted ${formatDateTime(file.uploaded_at)} from ${file.uploaded_by}`,
  ];
  return (
    <Card title={kindWords[file.kind]} aside="Accepted">
      <div className={classes.workHead}>
        <div className={classes.workWords}>
          <div className={classes.fileName}>{file.file_name}</div>
          <div className={classes.verdict}>{facts.filter(Boolean).join(" · ")}</div>
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => saveVersion(cohort.id, file)}>
            Download
          </Button>
          {children}
          <Button variant="default" className={classes.remove} loading={busy} onClick={() => void ask(file)}>
            Remove…
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Every version of one file, the newest first; replaced ones stay. */
export function Versions({ cohortId, files }: { cohortId: string; files: readonly SgcFile[] }) {
  if (files.length === 0) return null;
  const sorted = [...files].sort((a, b) => b.version - a.version);
  return (
    <Card flush title="Versions" aside={formatCount(files.length)}>
      <ScrollRegion label="Versions" className={dataClasses.scroll}>
        <table className={dataClasses.table}>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">File</th>
              <th scope="col">Sent</th>
              <th scope="col">By</th>
              <th scope="col" className={dataClasses.number}>
                Rows
              </th>
              <th scope="col">Kept as (SHA-256)</th>
              <th scope="col">Download</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((file) => (
              <tr key={file.version}>
                <td>
                  {file.version}
                  {file.current ? ", current" : ""}
                </td>
                <td className={dataClasses.mono}>{file.file_name}</td>
                <td>{formatDateTime(file.uploaded_at)}</td>
                <td>{file.uploaded_by}</td>
                <td className={dataClasses.number}>{formatCount(file.rows)}</td>
                <td className={dataClasses.mono} title={file.stored_sha256}>
                  {file.stored_sha256.slice(0, 12)}…
                </td>
                <td>
                  <TextButton onClick={() => saveVersion(cohortId, file)}>
                    Download<span className={classes.hidden}> version {file.version}</span>
                  </TextButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
