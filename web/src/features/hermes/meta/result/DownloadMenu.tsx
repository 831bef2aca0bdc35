import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { late } from "@/ui/state/late";
import classes from "../meta.module.css";

const CopyDialog = late(() => import("../../report/CopyDialog").then((part) => part.CopyDialog));
const FileItems = late(() => import("./FileItems").then((part) => part.FileItems));

/** The files of a finished run with size and checksum, the page on paper, and the command that repeats it. */
export function DownloadMenu({ meta }: { meta: MetaAnalysis }) {
  const [command, setCommand] = useState(false);
  if (meta.status !== "COMPLETED" || !meta.files?.length) return null;
  return (
    <>
      <Menu position="bottom-end" width={340}>
        <Menu.Target>
          <Button>Download</Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.files}>
          <FileItems meta={meta} />
          <Menu.Divider />
          <Menu.Item onClick={() => window.print()}>Print, or save as PDF…</Menu.Item>
          {meta.command && <Menu.Item onClick={() => setCommand(true)}>Repeat on the command line…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {command && meta.command && (
        <CopyDialog title="Repeat this meta-analysis" text={meta.command} onClose={() => setCommand(false)}>
          Save the clean file of each submission under its name, then run this command in the same folder. inputs.json
          lists the exact runs.
        </CopyDialog>
      )}
    </>
  );
}
