import { Button, Progress } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetInstallation, type Installation, referenceQuery } from "@/api/server/reference";
import { formatBytes } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { toastError } from "@/ui/dialog/toast";
import { Tag } from "@/ui/Tag";
import classes from "./reference.module.css";
import { stateWords } from "./words";

interface Props {
  list: readonly Installation[];
  onAgain: (one: Installation) => void;
}

/** Files that are being copied and checked, and those that were refused, with what to do. */
export function Underway({ list, onAgain }: Props) {
  return list.map((one) => (
    <Card key={one.id} className={classes.card} title={one.file_name} aside={<State one={one} />}>
      {one.state === "copying" && (
        <Progress.Root size="md" radius="xl">
          <Progress.Section value={share(one) * 100} aria-label={`Copying ${one.file_name}`} />
        </Progress.Root>
      )}
      {one.why ? (
        <>
          <p className={classes.why} role="alert">
            {one.why}
          </p>
          <Refused one={one} onAgain={onAgain} />
        </>
      ) : (
        <p className={classes.note}>
          {formatBytes(one.size)}, sent by {one.by}. You can close this page. The file is installed when it is read
          completely.
        </p>
      )}
    </Card>
  ));
}

const share = ({ copied, size }: Installation) => (size > 0 ? copied / size : 0);

function State({ one }: { one: Installation }) {
  const { tone, word } = stateWords[one.state];
  return (
    <span role="status">
      <Tag tone={tone}>{word}</Tag>
    </span>
  );
}

function Refused({ one, onAgain }: { one: Installation; onAgain: (one: Installation) => void }) {
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: () => forgetInstallation(one.id),
    onError: (error) => toastError("The file is still on the server", error),
    onSettled: () => queries.invalidateQueries({ queryKey: referenceQuery.queryKey }),
  });
  return (
    <div className={classes.buttons}>
      <Button size="xs" onClick={() => onAgain(one)}>
        Correct and try again
      </Button>
      <Button variant="default" size="xs" loading={forget.isPending} onClick={() => forget.mutate()}>
        Delete the file
      </Button>
    </div>
  );
}
