import { Group, Radio } from "@mantine/core";
import { useState } from "react";
import { TextButton } from "@/ui/action/TextButton";
import { Notice } from "@/ui/state/Notice";
import { FileFindings, FirstRows } from "@/ui/sumstats/FileFacts";
import classes from "./files.module.css";
import { PhenotypeField } from "./PhenotypeField";
import { recognisedWords } from "./recognised";
import { SizeFields } from "./SizeFields";
import type { Task, TaskErrors } from "./tasks";
import type { Seen } from "./useTaskList";

/** Findings in the file, before it is part of the data set. */
export function Recognised({ inspection, unread }: Pick<Seen, "inspection" | "unread">) {
  const [rows, setRows] = useState(false);
  if (unread) return <Notice tone="warn">{unread} You can still upload it.</Notice>;
  if (!inspection) return null;
  return (
    <>
      <div className={classes.recognised}>
        <span>{recognisedWords(inspection)}</span>
        <TextButton onClick={() => setRows(!rows)}>{rows ? "Hide the first rows" : "First rows"}</TextButton>
      </div>
      <FileFindings inspection={inspection} />
      {rows && <FirstRows inspection={inspection} />}
    </>
  );
}

interface DescriptionProps {
  task: Task;
  errors: TaskErrors;
  onChange: (part: Partial<Task>) => void;
}

/** The user's description of the file: its phenotype and sizes. */
export function Description({ task, errors, onChange }: DescriptionProps) {
  const free = task.phenotype.trim() !== "" && task.code === "";
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <PhenotypeField
          id={`phenotype-${task.key}`}
          task={task}
          error={errors.phenotype ?? errors.description}
          onChange={onChange}
        />
      </div>
      {free && (
        <Radio.Group
          className={classes.wide}
          label="Type of trait"
          required
          value={task.dichotomous}
          error={errors.dichotomous}
          onChange={(value) => onChange({ dichotomous: value as Task["dichotomous"] })}
        >
          <Group gap="8px 20px" py={4}>
            <Radio value="yes" label="Dichotomous: cases and controls" />
            <Radio value="no" label="Quantitative" />
          </Group>
        </Radio.Group>
      )}
      {task.dichotomous !== "" && (
        <SizeFields
          id={`size-${task.key}`}
          dichotomous={task.dichotomous === "yes"}
          texts={task}
          errors={errors}
          onChange={onChange}
        />
      )}
    </div>
  );
}
