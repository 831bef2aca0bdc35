import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import type { Table } from "@/api/pages/tables";
import { documentSchema, type PageDocument } from "@/lib/document/document";
import { saveText } from "@/lib/text/csv";
import { show, toastDone } from "@/ui/dialog/toast";
import { late } from "@/ui/state/late";
import classes from "../builder.module.css";
import { problemsOfText } from "./check";

interface Props {
  document: PageDocument;
  table: Table;
  onDocument: (document: PageDocument) => void;
}

const LegacyDialog = late(async () => (await import("./LegacyDialog")).LegacyDialog);

/** The document as a file, out and in. What comes in can be undone. */
export function ImportExport({ document, table, onDocument }: Props) {
  const [older, setOlder] = useState(false);
  async function take(file: File | null) {
    if (!file) return;
    const text = await file.text();
    const [fault] = problemsOfText(text, []).filter(({ unreadable }) => unreadable);
    if (fault) {
      show({
        title: `${file.name} was not imported`,
        message: `Line ${fault.line}: ${fault.text}`,
        color: "fail",
        autoClose: false,
      });
      return;
    }
    onDocument(documentSchema.parse(JSON.parse(text)));
    toastDone(`The page was replaced by ${file.name}. Undo restores it.`);
  }

  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        onClick={() => saveText("page.json", `${JSON.stringify(document, null, 2)}\n`, "application/json")}
      >
        Export the document
      </Button>
      <FileButton accept=".json,application/json" onChange={(file) => void take(file)}>
        {(props) => (
          <Button variant="default" {...props}>
            Import a document
          </Button>
        )}
      </FileButton>
      <Button variant="default" onClick={() => setOlder(true)}>
        Texts of older builders…
      </Button>
      {older && (
        <LegacyDialog document={document} table={table} onDocument={onDocument} onClose={() => setOlder(false)} />
      )}
    </div>
  );
}
