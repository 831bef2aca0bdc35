import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { discardUpload, type PendingUpload, pendingQuery } from "@/api/files/uploads";
import { formatBytes, formatBytesOf, formatDateTime, plural } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import classes from "./list.module.css";

/** Files of the user that are not finished: each can be continued or discarded. Nothing when there are none. */
export function PendingFiles() {
  const { data } = useQuery(pendingQuery);
  const files = data?.items ?? [];
  if (files.length === 0) return null;
  return (
    <Card flush title={`${plural(files.length, "upload")} not finished`} className={classes.pending}>
      <ul className={classes.files}>
        {files.map((file) => (
          <PendingFile key={file.id} file={file} />
        ))}
      </ul>
    </Card>
  );
}

function stateOf(file: PendingUpload): string {
  const sent = file.complete
    ? `${formatBytes(file.size)} stored, not submitted yet`
    : `${formatBytesOf(file.offset, file.size)} sent`;
  return `${sent} · kept until ${formatDateTime(file.expires_at)}`;
}

function PendingFile({ file }: { file: PendingUpload }) {
  const queries = useQueryClient();
  const discard = useMutation({
    mutationFn: () => discardUpload(file.id),
    onSuccess: async () => {
      toastDone(`${file.file_name} was discarded.`);
      await queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
    },
    onError: (error) => toastError(`${file.file_name} was not discarded`, error),
  });

  async function askAndDiscard() {
    const yes = await confirm({
      title: `Discard ${file.file_name}?`,
      children: "The uploaded part of this file is deleted. Your own copy is not changed.",
      confirm: "Discard upload",
      danger: true,
    });
    if (yes) discard.mutate();
  }

  return (
    <li className={classes.file}>
      <span className={classes.fileName}>{file.file_name}</span>
      <span className={classes.fileState}>{stateOf(file)}</span>
      <span className={classes.fileActions}>
        <ButtonLink
          to="/hermes/new"
          search={{ upload: file.id }}
          variant="light"
          size="xs"
          aria-label={`Resume ${file.file_name}`}
        >
          Resume
        </ButtonLink>
        <Button
          variant="default"
          size="xs"
          onClick={askAndDiscard}
          loading={discard.isPending}
          aria-label={`Discard ${file.file_name}`}
        >
          Discard
        </Button>
      </span>
    </li>
  );
}
