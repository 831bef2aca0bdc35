import { Button, Group } from "@mantine/core";
import type { Dataset } from "@/api/datasets/datasets";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { Form } from "@/ui/form/FormDialog";
import classes from "./files.module.css";
import { Description, Recognised } from "./TaskDescription";
import { TaskFile } from "./TaskFile";
import { checkTask, type Task } from "./tasks";
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
        <Recognised {...tasks.seenOf(task.key)} />
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

/** The first control with an error, once the errors are shown. */
function focusFirst(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [role="radio"]')?.focus());
}
