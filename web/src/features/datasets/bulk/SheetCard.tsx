import { Button, Checkbox, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { plural } from "@/lib/format/format";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { DraftNote } from "@/ui/form/DraftNote";
import { FileDrop } from "@/ui/form/FileDrop";
import { Notice } from "@/ui/state/Notice";
import classes from "./bulk.module.css";
import { templateText } from "./columns";
import { readSheetFile } from "./readFile";
import type { Import } from "./useImport";

/** Where the sheet comes in: pasted, typed, or read from a file. */
export function SheetCard({ work }: { work: Import }) {
  const [problem, setProblem] = useState<string>();
  const [taken, setTaken] = useState<string>();
  const [reading, setReading] = useState(false);
  const busy = work.run.isPending;
  const blank = work.text.trim() === "";

  async function take(file: File) {
    setProblem(undefined);
    setReading(true);
    const read = await readSheetFile(file);
    setReading(false);
    if ("problem" in read) return setProblem(read.problem);
    work.setText(read.text);
    setTaken(file.name);
  }

  return (
    <Card
      title="Sheet"
      aside={
        <Button size="xs" variant="default" onClick={() => saveText("datasets-template.csv", templateText())}>
          Download template
        </Button>
      }
    >
      <Stack gap={16}>
        <Textarea
          id="sheet-text"
          label="Cells with their heading"
          description="Paste from a spreadsheet, or type CSV: a heading, then one line for each data set. An existing name changes that data set. Missing columns change nothing."
          placeholder={"name,status,study,data_type,genome_build,ancestry,sex,global_sample_size,…"}
          rows={blank ? 8 : 6}
          wrap="off"
          spellCheck={false}
          disabled={busy}
          classNames={{ input: classes.sheet }}
          onDrop={(event) => {
            const [file] = event.dataTransfer.files;
            if (!file) return;
            // The browser would open it in place of the page.
            event.preventDefault();
            void take(file);
          }}
          value={work.text}
          onChange={(event) => {
            setTaken(undefined);
            setProblem(undefined);
            work.setText(event.currentTarget.value);
          }}
        />
        <FileDrop
          id="sheet-file"
          example={undefined}
          label={blank ? "Choose a file" : "Choose another file"}
          accept=".csv,.tsv,.txt,.tab"
          busy={reading || busy}
          error={problem}
          compact
          onFile={(file) => void take(file)}
        >
          CSV, TSV or semicolons, in any usual encoding; at most 500 lines.
          {!blank && " It replaces the text in the box."}
        </FileDrop>
        <Checkbox
          label="Register studies that do not exist"
          description="Uses names and institutions of the sheet. When off, an unknown study is an error."
          checked={work.createStudies}
          disabled={busy}
          onChange={(event) => work.setCreateStudies(event.currentTarget.checked)}
        />
        {work.tooLong && (
          <Notice tone="fail" alert>
            This is {plural(work.text.length, "character")} long; at most 2,000,000 are supported. Split it into several
            sheets.
          </Notice>
        )}
        {!blank && (
          <div className={data.faint}>
            {taken && <span>Read from {taken}. </span>}
            <DraftNote
              savedAt={work.savedAt}
              question="The box is cleared. Data sets are not changed."
              onStartOver={work.startOver}
            />
          </div>
        )}
      </Stack>
    </Card>
  );
}
