import { Button } from "@mantine/core";
import type { PortalConfig } from "@/api/hermes/hermes";
import { formatBytes, formatCount, plural } from "@/lib/format/format";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import { FileDrop } from "@/ui/form/FileDrop";
import { isMissing, problemSheet, templateOf } from "./batch";
import classes from "./bulk.module.css";
import type { Sheet } from "./draft";
import type { Batch, Row } from "./useBatch";

interface SheetCardProps {
  batch: Batch;
  limits: PortalConfig["batch"];
}

/** Metadata of all files from a sheet: a template to fill in, and what became of the one that was given. */
export function SheetCard({ batch, limits }: SheetCardProps) {
  const { sheets, sheet, rows, files, shared } = batch;
  return (
    <Card
      title="Metadata from a sheet"
      aside={
        <Button
          size="xs"
          variant="default"
          onClick={() => saveText("metadata-template.csv", templateOf(files, shared))}
        >
          Download template
        </Button>
      }
    >
      <div className={classes.stack}>
        <p className={classes.note}>
          A line for each file, at most {formatCount(limits.sheet_lines)}, in up to {formatBytes(limits.sheet_bytes)}.
          Filled cells replace the values here. Empty cells are ignored.
        </p>
        <FileDrop
          id="batch-sheet"
          example={undefined}
          label={sheet ? "Choose another sheet" : "Choose a sheet"}
          accept=".csv,.tsv,.txt,.tab,.xlsx"
          compact
          busy={sheets.reading}
          error={sheets.problem}
          onFile={(file) => void sheets.take(file)}
        >
          CSV, TSV, XLSX
        </FileDrop>
        {sheet && <Outcome sheet={sheet} rows={rows} />}
      </div>
    </Card>
  );
}

/** Line by line: what was found, and what was not. */
function Outcome({ sheet, rows }: { sheet: Sheet; rows: readonly Row[] }) {
  const open = rows.filter(({ state }) => state !== "done");
  const found = rows.filter(({ file }) => file.line !== undefined);
  const missing = open.filter(({ file }) => file.line === undefined);
  const problems = open.flatMap((row) => row.problems);
  const wrong = problems.filter((one) => !isMissing(one));
  return (
    <div className={classes.outcome} role="status">
      <p>
        <span className={classes.fileName}>{sheet.name}</span>: {plural(found.length, "file")} described
        {wrong.length > 0 && `, ${plural(wrong.length, "value")} to correct`}.
      </p>
      <ul className={classes.loose}>
        {sheet.lines.map(({ line, file, message, suggestion }) => (
          <li key={line}>
            Line {line}
            {file && (
              <>
                , <span className={classes.fileName}>{file}</span>
              </>
            )}
            : {message} {suggestion && `Did you mean ${suggestion}?`}
          </li>
        ))}
        {sheet.columns.map(({ name, suggestion }) => (
          <li key={name}>
            The column “{name}” is unknown and was ignored. {suggestion && `Did you mean ${suggestion}?`}
          </li>
        ))}
        {missing.length > 0 && (
          <li>
            Not in the sheet:{" "}
            <span className={classes.fileName}>{missing.map(({ file }) => file.name).join(", ")}</span>
          </li>
        )}
      </ul>
      {problems.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => saveText("metadata-problems.csv", problemSheet(problems))}
        >
          Export values to correct
        </Button>
      )}
    </div>
  );
}
