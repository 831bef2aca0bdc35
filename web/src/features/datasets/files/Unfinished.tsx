import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { discardUpload, type PendingUpload, pendingQuery } from "@/api/files/uploads";
import { formatBytes, formatBytesOf, formatDateTime, plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { useDeeds } from "@/ui/action/useDeeds";
import classes from "./files.module.css";
import type { FileTasks } from "./useFileTasks";

/** Files that the user sent, or began to send, from another browser or for another data set: each can be taken up here. */
export function Unfinished({ tasks }: { tasks: FileTasks }) {
  const used = new Set(tasks.tasks.flatMap(({ key, uploadId }) => [uploadId, tasks.states.get(key)?.uploadId]));
  const files = tasks.pending.filter(({ id }) => !used.has(id));
  if (files.length === 0) return null;
  return (
    <details className={classes.unfinished}>
      <summary>
        {plural(files.length, "file")} of yours on the server that {files.length === 1 ? "belongs" : "belong"} to
        nothing yet
      </summary>
      <ul className={classes.sets}>
        {files.map((file) => (
          <UnfinishedFile key={file.id} file={file} onTakeUp={() => tasks.takeUp(file)} />
        ))}
      </ul>
    </details>
  );
}

function UnfinishedFile({ file, onTakeUp }: { file: PendingUpload; onTakeUp: () => void }) {
  const queries = useQueryClient();
  const { run } = useDeeds();
  const discard = () =>
    run({
      question: {
        title: `Discard ${file.file_name}?`,
        children: "The uploaded part of this file is deleted. Your own copy is not changed.",
        confirm: "Discard upload",
        danger: true,
      },
      call: () => discardUpload(file.id),
      done: `${file.file_name} was discarded.`,
      after: () => void queries.invalidateQueries({ queryKey: pendingQuery.queryKey }),
      failed: `${file.file_name} was not discarded`,
    });
  const sent = file.complete ? `${formatBytes(file.size)} stored` : `${formatBytesOf(file.offset, file.size)} sent`;
  return (
    <li className={classes.setHead}>
      <span>
        <span className={classes.fileName}>{file.file_name}</span>{" "}
        <span className={classes.about}>
          {sent} · kept until {formatDateTime(file.expires_at)}
        </span>
      </span>
      <Group gap="4px 16px" fz={13}>
        <Button variant="default" size="compact-xs" onClick={onTakeUp}>
          Use for a phenotype
        </Button>
        <TextButton onClick={discard} danger>
          Discard
        </TextButton>
      </Group>
    </li>
  );
}
