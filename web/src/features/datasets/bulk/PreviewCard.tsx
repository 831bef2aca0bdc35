import { Progress } from "@mantine/core";
import { useMemo, useState } from "react";
import type { DatasetBatchPreview, DatasetCodes } from "@/api/datasets/datasets";
import { formatCount, plural } from "@/lib/format/format";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import classes from "./bulk.module.css";
import { ProblemList } from "./ProblemList";
import { columnsOf, placesOf, problemsOf, type Shown, sentenceOf } from "./preview";
import { SheetTable } from "./SheetTable";
import type { Import } from "./useImport";
import { useShownRows } from "./useShownRows";

interface Props {
  work: Import;
  codes: DatasetCodes;
  preview: DatasetBatchPreview;
}

/** Whether the sheet can be imported as it is, and why not. */
function importable(work: Import, { problems, creates, changes }: DatasetBatchPreview) {
  if (work.behind) return { allowed: false, reason: "The sheet is being compared with the data sets." };
  if (problems > 0) {
    const reason = `Correct ${plural(problems, "cell")} first. The whole sheet is imported, or nothing.`;
    return { allowed: false, reason };
  }
  if (creates + changes === 0)
    return { allowed: false, reason: "The data sets already contain everything in this sheet." };
  return { allowed: true };
}

/** The preview line by line, with the cells to fix, and the button to apply it. */
export function PreviewCard({ work, codes, preview }: Props) {
  const { run, behind } = work;
  const [shown, setShown] = useState<Shown>("all");
  const rows = useShownRows(preview.rows, shown, behind ? undefined : work.revision);
  const places = useMemo(() => placesOf(work.sheet, preview), [work.sheet, preview]);
  const columns = useMemo(() => columnsOf(preview), [preview]);
  const problems = useMemo(() => problemsOf(preview.rows), [preview.rows]);
  const count = preview.creates + preview.changes;

  return (
    <Card
      flush
      title="Preview"
      aside={
        <GuardedButton action={importable(work, preview)} loading={run.isPending} onClick={() => run.mutate(preview)}>
          {count === 0 || preview.problems > 0 ? "Import" : `Import ${plural(count, "data set")}`}
        </GuardedButton>
      }
    >
      <div className={classes.summary}>
        <p className={classes.sentence} role="status" data-behind={behind}>
          {behind ? "Comparing the sheet with the data sets" : `${sentenceOf(preview)}.`}
        </p>
        {run.isPending && (
          <div role="status">
            <Progress value={100} animated aria-label="Importing" />
            Importing {plural(count, "data set")}: all of them, or none. Keep this page open.
          </div>
        )}
        <Refused error={run.error} title="The sheet was not imported">
          The sheet is kept. The preview below compares it with the current data sets.
        </Refused>
        <Notes preview={preview} willRegister={work.createStudies} />
      </div>
      {problems.length > 0 && <ProblemList groups={problems} places={places} codes={codes} work={work} />}
      <Filters preview={preview} shown={shown} onShown={setShown} editable={places !== undefined} />
      <SheetTable
        rows={rows}
        columns={columns}
        codes={codes}
        readOnly={run.isPending || !places}
        onEdit={(line, column, value) => work.edit([{ line, column, at: places?.get(column), value }])}
      />
    </Card>
  );
}

/** What concerns the sheet as a whole. */
function Notes({ preview, willRegister }: { preview: DatasetBatchPreview; willRegister: boolean }) {
  const { unknown_columns: unknown, new_studies: studies } = preview;
  return (
    <>
      {unknown.length > 0 && (
        <Notice tone="warn" title={`${plural(unknown.length, "column is", "columns are")} left out`}>
          No field has this name: {unknown.map((name) => name || "(no name)").join(", ")}. Rename it to one of the
          columns listed below.
        </Notice>
      )}
      {willRegister && studies.length > 0 && (
        <Notice tone="info" title={`${plural(studies.length, "study", "studies")} will be registered`}>
          {studies.join(", ")}
        </Notice>
      )}
    </>
  );
}

interface FiltersProps {
  preview: DatasetBatchPreview;
  shown: Shown;
  onShown: (shown: Shown) => void;
  editable: boolean;
}

function Filters({ preview, shown, onShown, editable }: FiltersProps) {
  const { rows, creates, changes, unchanged } = preview;
  const refused = rows.length - creates - changes - unchanged;
  const choices: [Shown, string, number][] = [
    ["all", "All lines", rows.length],
    ["problems", "With problems", refused],
    ["create", "To create", creates],
    ["change", "To change", changes],
    ["unchanged", "Unchanged", unchanged],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that filter are no fieldset
    <div className={classes.filters} role="group" aria-label="Lines shown">
      {choices.map(([value, label, count]) => (
        <button
          key={value}
          type="button"
          className={classes.filter}
          aria-pressed={shown === value}
          disabled={count === 0 && shown !== value}
          onClick={() => onShown(value)}
        >
          {label} <span className={classes.count}>{formatCount(count)}</span>
        </button>
      ))}
      {editable && <span className={classes.help}>Arrows move, Enter changes a cell</span>}
    </div>
  );
}
