import { Stack } from "@mantine/core";
import { useState } from "react";
import { formatBytes, formatBytesOf } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import { TextButton } from "@/ui/action/TextButton";
import { confirm } from "@/ui/dialog/confirm";
import { FileDrop } from "@/ui/form/FileDrop";
import { Notice } from "@/ui/state/Notice";
import { UploadLine } from "@/ui/upload/UploadLine";
import classes from "./files.module.css";
import type { Task } from "./tasks";
import type { FileTasks } from "./useFileTasks";

interface TaskFileProps {
  task: Task;
  tasks: FileTasks;
  /** Takes the whole task away, not only its file. */
  onRemove: () => void;
}

/** The file of a task: chosen, on its way, or to be chosen again after a reload. */
export function TaskFile({ task, tasks, onRemove }: TaskFileProps) {
  const [error, setError] = useState<string>();
  const state = tasks.states.get(task.key);
  const refused = tasks.seenOf(task.key).refused?.file;
  const choose = (file: File) => setError(tasks.choose(task, file));

  async function cancel() {
    const yes = await confirm({
      title: state?.phase === "stored" ? "Use another file?" : "Cancel this upload?",
      children: "The uploaded part is deleted from the server. Your input is kept.",
      confirm: "Remove it",
      danger: true,
    });
    if (yes) await tasks.cancel(task, task.purpose.kind === "phenotype");
  }

  return (
    <Stack gap={6}>
      {task.file && <span className={classes.fileName}>{task.file.name}</span>}
      {state ? (
        <UploadLine
          state={state}
          onPause={() => tasks.queue.pause(task.key)}
          onResume={() => tasks.queue.resume(task.key)}
          onCancel={() => void cancel()}
        />
      ) : (
        <FileDrop
          id={`file-${task.key}`}
          label={task.file ? `Choose ${task.file.name} again` : "Choose a file"}
          compact
          example={examples.summaryStatistics}
          error={error}
          onFile={choose}
        >
          <Unsent task={task} tasks={tasks} onRemove={onRemove} />
        </FileDrop>
      )}
      {refused && (
        <Notice tone="fail" alert title="The file was not taken">
          {refused} The uploaded part is kept. <TextButton onClick={() => tasks.retry(task)}>Try again</TextButton>
        </Notice>
      )}
    </Stack>
  );
}

/** What the server holds of a file that this page cannot read by itself. */
function Unsent({ task, tasks, onRemove }: TaskFileProps) {
  const { file, uploadId } = task;
  if (!file) return <>A table as your software wrote it, plain or compressed with gzip.</>;
  const held = tasks.pending.find(({ id }) => id === uploadId);
  return (
    <>
      {held
        ? `${formatBytesOf(held.offset, held.size)} are on the server. A browser cannot open a file by itself: choose it again to continue the upload. `
        : `${formatBytes(file.size)}. Nothing is uploaded yet. `}
      <TextButton onClick={onRemove} danger>
        Continue without file
      </TextButton>
    </>
  );
}
