import { useState } from "react";
import type { Schemas } from "@/api/client";
import { plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import type { Choices } from "../upload/StudyField";
import classes from "./bulk.module.css";
import { FileRow } from "./FileRow";
import type { Batch } from "./useBatch";

interface FilesCardProps {
  batch: Batch;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
}

/** The files of the batch; one at a time shows all that is known of it. */
export function FilesCard({ batch, choices, docs }: FilesCardProps) {
  const [open, setOpen] = useState<string>();
  const { rows } = batch;
  return (
    <Card flush title={plural(rows.length, "file")}>
      <ul className={classes.files}>
        {rows.map((row) => (
          <FileRow
            key={row.file.name}
            row={row}
            batch={batch}
            choices={choices}
            docs={docs}
            open={open === row.file.name}
            onOpen={(yes) => setOpen(yes ? row.file.name : undefined)}
          />
        ))}
      </ul>
    </Card>
  );
}
