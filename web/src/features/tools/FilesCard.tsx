import { Anchor } from "@mantine/core";
import { type ToolRun, toolFileAddress } from "@/api/tools/tools";
import { formatBytes } from "@/lib/format/format";
import { own } from "@/lib/own";
import { Card } from "@/ui/Card";
import classes from "./tools.module.css";
import { fileWords } from "./words";

/** What a run made, to download. */
export function FilesCard({ run: { id, files } }: { run: ToolRun }) {
  if (files.length === 0) return null;
  return (
    <Card title="Download">
      <ul className={classes.ways}>
        {files.map(({ name, size }) => (
          <li key={name}>
            <Anchor href={toolFileAddress(id, name)} download underline="always">
              {own(fileWords, name) ?? name}
            </Anchor>
            , {formatBytes(size)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
