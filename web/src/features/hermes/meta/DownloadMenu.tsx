import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { type MetaAnalysis, metaFileUrl } from "@/api/meta";
import { formatBytes } from "@/lib/format";
import { CopyDialog } from "../report/CopyDialog";
import classes from "./meta.module.css";

/** The files of a finished run with size and checksum, and the command that repeats it. */
export function DownloadMenu({ meta }: { meta: MetaAnalysis }) {
  const [command, setCommand] = useState(false);
  if (meta.status !== "COMPLETED" || !meta.files?.length) return null;
  return (
    <>
      <Menu position="bottom-end" width={340}>
        <Menu.Target>
          <Button>Download</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {meta.files.map((file) => (
            <Menu.Item key={file.name} component="a" href={metaFileUrl(meta.id, file.name)} download>
              <span className={classes.fileName}>
                <span>{file.name}</span>
                <span className={classes.fileHint}>{formatBytes(file.size)}</span>
              </span>
              <span className={classes.fileHint} title={file.sha256}>
                SHA-256 {file.sha256.slice(0, 16)}…
              </span>
            </Menu.Item>
          ))}
          {meta.command && <Menu.Divider />}
          {meta.command && <Menu.Item onClick={() => setCommand(true)}>Repeat on the command line…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {command && meta.command && (
        <CopyDialog title="Repeat this meta-analysis" text={meta.command} onClose={() => setCommand(false)}>
          Save the clean file of each data set under its name, then run this beside them. inputs.json names the exact
          runs.
        </CopyDialog>
      )}
    </>
  );
}
