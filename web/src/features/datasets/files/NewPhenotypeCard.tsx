import { Button, Group, Radio } from "@mantine/core";
import { useState } from "react";
import type { Dataset } from "@/api/datasets/datasets";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { Form } from "@/ui/form/FormDialog";
import { Notice } from "@/ui/state/Notice";
import { FileFindings, FirstRows } from "@/ui/sumstats/FileFacts";
import classes from "./files.module.css";
import { PhenotypeField } from "./PhenotypeField";
import { recognisedWords } from "./recognised";
import { SizeFields } from "./SizeFields";
import { TaskFile } from "./TaskFile";
import { checkTask, type Task, type TaskErrors } from "./tasks";
import type { FileTasks } from "./useFileTasks";

interface NewPhenotypeProps {
  dataset: Dataset;
  task: Task;
  tasks: FileTasks;
}

/** A phenotype that is being added: its file is sent while it is described. */
export function NewPhenotypeCard({ dataset, task, tasks }: NewPhenotypeProps) {
  const { refused, tried = false } = tasks.seenOf(task.key);
  const errors = { ...refused, ...checkTask(dataset, task, tried) };
  const waiting = task.wanted && tasks.handing !== task.key;

  async function remove() {
    const yes =
      (!task.file && !task.phenotype) ||
      (await confirm({
        title: `Remove ${task.phenotype.trim() || task.file?.name}?`,
        children: "Your input and the uploaded part of the file are deleted. Your own copy is not changed.",
        confirm: "Remove",
        danger: true,
      }));
    if (yes) await tasks.cancel(task);
  }

  return (
    <Card
      title={task.phenotype.trim() || task.file?.name || "New phenotype"}
      aside={
        <TextButton onClick={() => void remove()} danger>
          Remove
        </TextButton>
      }
    >
      <Form
        gap={12}
        aria-label={`New phenotype ${task.phenotype || task.file?.name || ""}`}
        onSubmit={(form) => tasks.want(task) || focusFirst(form)}
      >
        <TaskFile task={task} tasks={tasks} onRemove={() => void remove()} />
        <Recognised task={task} tasks={tasks} />
        <Description task={task} errors={errors} onChange={(part) => tasks.describe(task.key, part)} />
        <Group justify="flex-end" gap="8px 12px">
          {waiting && <span className={classes.about}>Added as soon as its file is stored.</span>}
          <Button type="submit" size="xs" loading={task.wanted}>
            Add this phenotype
          </Button>
        </Group>
      </Form>
    </Card>
  );
}

/** What was detected in the file, before it is part of the data set. */
function Recognised({ task, tasks }: { task: Task; tasks: FileTasks }) {
  const { inspection, unread } = tasks.seenOf(task.key);
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
function Description({ task, errors, onChange }: DescriptionProps) {
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

/** The first control with an error, once the errors are shown. */
function focusFirst(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [role="radio"]')?.focus());
}
