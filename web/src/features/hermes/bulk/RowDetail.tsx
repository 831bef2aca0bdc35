import { Button } from "@mantine/core";
import type { Schemas } from "@/api/client";
import { plural } from "@/lib/format/format";
import { ColumnsTable } from "@/ui/sumstats/ColumnsTable";
import { FileFindings } from "@/ui/sumstats/FileFacts";
import { Questions } from "@/ui/sumstats/Questions";
import { allFields, effectScale, type Field, requiredFields } from "../upload/fields";
import { shownValue } from "../upload/StepSubmit";
import { type Choices, StudyField } from "../upload/StudyField";
import { filled, isMissing, type Texts, twinsOf, valuesOf } from "./batch";
import classes from "./bulk.module.css";
import { Problems } from "./Problems";
import type { Batch, Row } from "./useBatch";

interface RowDetailProps {
  row: Row;
  batch: Batch;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
}

const scope = "row-";

/** All that is said of one file, and how its columns are read. */
export function RowDetail({ row, batch, choices, docs }: RowDetailProps) {
  const { file, problems } = row;
  const { inspection } = file;
  const twins = twinsOf(file, batch.files);
  return (
    <div className={classes.detail}>
      {problems.length > 0 && <Problems problems={problems} file={file.name} batch={batch} />}
      <RowFields row={row} batch={batch} choices={choices} />
      {inspection && (
        <>
          <FileFindings inspection={inspection} />
          <Questions
            inspection={inspection}
            state={file.columns}
            onState={(columns) => batch.say(file.name, { columns })}
            scope={scope}
          />
          {twins.length > 0 && (
            <p className={classes.twins}>
              {plural(twins.length, "other file has", "other files have")} the same columns.{" "}
              <Button
                variant="light"
                size="compact-sm"
                onClick={() => {
                  for (const twin of twins) batch.say(twin.name, { columns: file.columns });
                }}
              >
                {twins.length === 1 ? "Read it the same way" : `Read all ${twins.length} the same way`}
              </Button>
            </p>
          )}
          <ColumnsTable
            inspection={inspection}
            docs={docs}
            state={file.columns}
            errors={columnErrors(row)}
            onState={(columns) => batch.say(file.name, { columns })}
            scope={scope}
          />
        </>
      )}
    </div>
  );
}

/** What the server said of the mapping, by field. */
function columnErrors({ problems }: Row): Record<string, string> {
  const prefix = "mapping.";
  const ours = problems.filter(({ column }) => column.startsWith(prefix));
  return Object.fromEntries(ours.map(({ column, message }) => [column.slice(prefix.length), message]));
}

/** The fields that differ between files, those of this one, and those to fix. */
function fieldsOf({ file, problems }: Row, shared: Texts): Field[] {
  const asked = file.inspection?.effect_scale?.question && !valuesOf(file, shared).cases;
  const shown = new Set([
    ...requiredFields.map(({ key }) => key),
    ...Object.keys(file.own),
    ...problems.map(({ column }) => column),
    ...(asked ? [effectScale.key] : []),
  ]);
  return allFields.filter(({ key }) => shown.has(key));
}

function RowFields({ row, batch, choices }: Omit<RowDetailProps, "docs">) {
  const { file, problems } = row;
  const { shared, say } = batch;
  const errors = new Map(problems.filter((one) => !isMissing(one)).map(({ column, message }) => [column, message]));
  return (
    <div className={classes.rowFields}>
      {fieldsOf(row, shared).map((field) => (
        <StudyField
          key={field.key}
          field={{ ...field, required: field.required && !shared[field.key] }}
          value={file.own[field.key] ?? ""}
          onValue={(value) => say(file.name, ({ own }) => ({ own: filled({ ...own, [field.key]: value }) }))}
          choices={choices}
          error={errors.get(field.key)}
          hint={hintOf(field, row, shared, choices)}
          scope={scope}
        />
      ))}
    </div>
  );
}

/**
 * The value used while the field is empty; the question about the scale if the file does not show
 * it.
 */
function hintOf(field: Field, { file }: Row, shared: Texts, choices: Choices): string | undefined {
  const text = shared[field.key];
  if (text) return `As for all files: ${shownValue(field, text, choices)}`;
  const scale = file.inspection?.effect_scale;
  return field === effectScale && scale?.question ? `${scale.reason} ${scale.question}` : undefined;
}
