import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "@/lib/api-error";
import { Card } from "@/ui/Card";
import { type Stated, type StudyField, statedFaults, studyFields, studyLines } from "./study";
import classes from "./tools.module.css";

interface Props {
  stated: Stated;
  /** Of the call that was refused. */
  error?: Error | null;
  onStated: (stated: Stated) => void;
}

const sexes = [
  { value: "", label: "Not stated" },
  { value: "combined", label: "Both" },
  { value: "F", label: "Female" },
  { value: "M", label: "Male" },
  { value: "NR", label: "Not reported" },
];

/**
 * The facts about the study that the file does not contain, for the metadata of the converted
 * table.
 */
export function MetadataCard({ stated, error, onStated }: Props) {
  const [left, setLeft] = useState<ReadonlySet<StudyField>>(new Set());
  const [answered, setAnswered] = useState({ error, changed: new Set<StudyField>() });
  if (answered.error !== error) setAnswered({ error, changed: new Set() });
  const faults = statedFaults(stated);
  const refused = error instanceof ApiError ? error.fields : [];

  const input = (field: StudyField) => {
    const { label, description, people, field: name } = studyLines[field];
    const ofServer = answered.changed.has(field) ? undefined : refused.find((one) => one.field === name)?.message;
    return {
      label,
      description,
      value: stated[field] ?? "",
      error: (left.has(field) && faults[field]) || ofServer,
      maxLength: people ? 20 : 1000,
      inputMode: people ? ("numeric" as const) : undefined,
      onBlur: () => setLeft(new Set([...left, field])),
      onChange: (event: { currentTarget: { value: string } }) => {
        setAnswered({ error, changed: new Set([...answered.changed, field]) });
        onStated({ ...stated, [field]: event.currentTarget.value });
      },
    };
  };
  return (
    <Card title="Metadata of the converted table">
      <p className={classes.note}>
        Optional for conversion. Written to the YAML file, which a GWAS Catalog deposit requires.
      </p>
      <div className={classes.metadata}>
        {studyFields.map((field) => {
          if (field !== "sex") return <TextInput key={field} {...input(field)} />;
          const { maxLength: _, inputMode: __, ...choice } = input(field);
          return <NativeSelect key={field} {...choice} data={sexes} />;
        })}
      </div>
    </Card>
  );
}
