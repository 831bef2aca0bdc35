import { Button, Group, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { saveSgcFile } from "@/api/sgc/files";
import { type Cohort, type SgcFile, sgcFilePath } from "@/api/sgc/sgc";
import { formatBytes, formatCount, formatDateTime, plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { toastError } from "@/ui/dialog/toast";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import { kindWords } from "../../words";
import { useRemoveFile } from "../useRemoveFile";
import classes from "./file.module.css";

interface CurrentFileProps {
  cohort: Cohort;
  file: SgcFile;
  /** What can be done with it. */
  children?: ReactNode;
}

/** The download name of a version: stored tables are tab-separated text, whatever was uploaded. */
function savedName({ kind, file_name, version }: SgcFile): string {
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
      <Group gap="12px 16px">
        <div className={classes.workWords}>
          <div className={classes.fileName}>{file.file_name}</div>
          <div className={classes.verdict}>{facts.filter(Boolean).join(" · ")}</div>
        </div>
        <Group gap={8}>
          <Button variant="default" onClick={() => saveVersion(cohort.id, file)}>
            Download
          </Button>
          {children}
          <Button variant="default" c="var(--co-fail)" loading={busy} onClick={() => ask(file)}>
            Remove…
          </Button>
        </Group>
      </Group>
    </Card>
  );
}

/** Every version of one file, the newest first; replaced ones stay. */
export function Versions({ cohortId, files }: { cohortId: string; files: readonly SgcFile[] }) {
  if (files.length === 0) return null;
  return (
    <Card flush title="Versions" aside={formatCount(files.length)}>
      <DataTable
        label="Versions"
        columns={versionColumns(cohortId)}
        rows={[...files].sort((a, b) => b.version - a.version)}
        rowKey={({ version }) => version}
      />
    </Card>
  );
}

function versionColumns(cohortId: string): DataColumn<SgcFile>[] {
  return [
    { label: "Version", cell: ({ version, current }) => `${version}${current ? ", current" : ""}` },
    { label: "File", kind: "mono", cell: (file) => file.file_name },
    { label: "Sent", cell: (file) => formatDateTime(file.uploaded_at) },
    { label: "By", cell: (file) => file.uploaded_by },
    { label: "Rows", kind: "number", value: ({ rows }) => rows, cell: ({ rows }) => formatCount(rows) },
    {
      label: "Kept as (SHA-256)",
      kind: "mono",
      cell: ({ stored_sha256: sum }) => <span title={sum}>{sum.slice(0, 12)}…</span>,
    },
    {
      label: "Download",
      cell: (file) => (
        <TextButton onClick={() => saveVersion(cohortId, file)}>
          Download<VisuallyHidden component="span"> version {file.version}</VisuallyHidden>
        </TextButton>
      ),
    },
  ];
}
