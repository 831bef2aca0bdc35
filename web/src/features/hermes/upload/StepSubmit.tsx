import type { Schemas } from "@/api/client";
import { formatBytes, formatCount } from "@/lib/format/format";
import { buildDoubt, buildWords, formatWords } from "@/lib/sumstats/inspection";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/state/Notice";
import { askedId } from "./askedPhenotype";
import { allFields, type Field } from "./fields";
import type { Step } from "./places";
import type { Choices } from "./StudyField";
import classes from "./upload.module.css";
import type { Wizard } from "./wizard";

interface StepSubmitProps {
  wizard: Wizard;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
  onStep: (step: Step) => void;
}

/** Step 4: everything once more, before it counts. */
export function StepSubmit({ wizard, choices, docs, onStep }: StepSubmitProps) {
  const { values, file, inspection, columns } = wizard;
  const filled = allFields.filter((field) => values[field.key].trim() !== "");
  const change = (step: Step) => <TextButton onClick={() => onStep(step)}>Change</TextButton>;
  const doubt = inspection && buildDoubt(inspection, values.genomeBuild);
  return (
    <>
      {file && (
        <Card title="File" aside={change(1)}>
          <span className={classes.fileName}>{file.name}</span>, {formatBytes(file.size)}
          {inspection && `, ${[formatWords(inspection), buildWords(inspection)].filter(Boolean).join(", ")}`}
        </Card>
      )}
      <Card title="About the study" aside={change(2)}>
        {doubt && (
          <div className={classes.notice}>
            <Notice tone="warn">{doubt}</Notice>
          </div>
        )}
        <dl className={classes.facts}>
          {filled.map((field) => (
            <Fact key={field.key} label={field.label} value={shownValue(field, values[field.key], choices)} />
          ))}
        </dl>
        {filled.length === 0 && <p className={classes.note}>Nothing is filled in yet.</p>}
      </Card>
      <Card title="Columns" aside={change(3)}>
        <dl className={classes.facts}>
          {Object.entries(columns.mapping).map(([field, column]) => (
            <Fact
              key={field}
              label={docs.find((doc) => doc.field === field)?.label ?? field}
              value={<span className={classes.fileName}>{column}</span>}
            />
          ))}
        </dl>
      </Card>
    </>
  );
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** A value of the form as people read it. */
export function shownValue(field: Field, value: string, { config, phenotypes }: Choices): string {
  if (field.control.kind === "phenotype" && askedId(value) !== undefined) return "Requested. A reviewer decides";
  if (field.control.kind === "phenotype") return phenotypes.find((item) => item.name === value)?.description ?? value;
  if (field.control.kind === "count" && /^\d+$/.test(value)) return formatCount(Number(value));
  if (field.control.kind !== "choice" || field.control.from === "yesNo") return value;
  return config[field.control.from].find((choice) => choice.value === value)?.label ?? value;
}
