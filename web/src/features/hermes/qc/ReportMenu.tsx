import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HermesUpload, printedReportUrl, type QcRun, runQuery, uploadFileUrl } from "@/api/hermes/hermes";
import { formatBytes } from "@/lib/format/format";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { CopyDialog } from "../report/CopyDialog";
import { qcCommand } from "./commandLine";
import { liftedFrom, usedPanel } from "./report";

const files = [
  { name: "clean.tsv.gz", label: "Clean file", hint: "GWAS-SSF, bgzip" },
  { name: "clean.tsv.gz.tbi", label: "Index of the clean file", hint: "tabix" },
  { name: "clean.parquet", label: "Clean file as Parquet", hint: "same rows" },
  { name: "excluded.tsv.gz", label: "Excluded rows", hint: "each with its reason" },
  { name: "report.json", label: "This report", hint: "JSON" },
] as const;

/** Of a submission that came on another assembly. */
const unmapped = { name: "unmapped.tsv.gz", label: "Rows not lifted over", hint: "each with its reason" } as const;

/** Everything a run left behind, and the command that repeats it. */
export function ReportMenu({ upload, run }: { upload: HermesUpload; run: QcRun }) {
  const [command, setCommand] = useState(false);
  const completed = run.status === "COMPLETED";
  const { report } = useQuery({ ...runQuery(upload.id, run.id), enabled: completed }).data ?? {};
  const lifted = report?.liftover !== undefined;
  const refused = upload.actions.download?.allowed === false ? upload.actions.download.reason : undefined;
  return (
    <>
      <Menu position="bottom-end" width={330}>
        <Menu.Target>
          <Button variant="default">Report</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {refused && <Menu.Label>{refused}</Menu.Label>}
          <Item
            href={uploadFileUrl(upload.id, "original")}
            label="Original file"
            hint={formatBytes(upload.file_size)}
            refused={refused}
          />
          {completed &&
            [...files, ...(lifted ? [unmapped] : [])].map((file) => (
              <Item
                key={file.name}
                href={uploadFileUrl(upload.id, file.name, run.id)}
                label={file.label}
                hint={file.hint}
                refused={refused}
              />
            ))}
          <Menu.Divider />
          {completed && <Menu.Item onClick={() => window.print()}>Print, or save as PDF…</Menu.Item>}
          {completed && (
            <Menu.Item component="a" href={printedReportUrl(upload.id, run.id)} target="_blank" rel="noreferrer">
              Open as one page (HTML)
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setCommand(true)}>Repeat on the command line…</Menu.Item>
          {upload.actions.edit?.allowed && (
            <>
              <Menu.Divider />
              <MenuItemLink to="/hermes/new" search={{ id: upload.id, step: "study" }}>
                Edit metadata
              </MenuItemLink>
              <MenuItemLink to="/hermes/new" search={{ id: upload.id, step: "columns" }}>
                Change mapping
              </MenuItemLink>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {command && <Command upload={upload} run={run} onClose={() => setCommand(false)} />}
    </>
  );
}

function Command({ upload, run, onClose }: { upload: HermesUpload; run: QcRun; onClose: () => void }) {
  const { report } = useQuery(runQuery(upload.id, run.id)).data ?? {};
  const panel = report && usedPanel(report)?.name;
  return (
    <CopyDialog
      title="Repeat this run"
      text={qcCommand({
        fileName: upload.file_name,
        build: upload.genome_build,
        lifted: report && liftedFrom(report),
        settings: run.settings,
        mapping: upload.mapping,
        panel,
        scores: report?.ld_score_regression?.scores,
      })}
      onClose={onClose}
    >
      Save the original file, then run this command in the same folder.{" "}
      {panel && `${panel} is the file of that panel. `}
      The same version returns the same numbers.
    </CopyDialog>
  );
}

function Item({
  href,
  label,
  hint,
  refused,
}: {
  href: string;
  label: string;
  hint: string;
  refused: string | undefined;
}) {
  const aside = <span style={{ color: "var(--co-faint)", fontSize: 12.5 }}>{hint}</span>;
  if (refused) {
    return (
      <Menu.Item disabled rightSection={aside}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item component="a" href={href} download rightSection={aside}>
      {label}
    </Menu.Item>
  );
}
