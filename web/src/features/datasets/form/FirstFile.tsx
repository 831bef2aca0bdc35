import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type User, versionQuery } from "@/api/accounts/session";
import { useQuotas } from "@/api/server/storage";
import { formatBytes } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import { refusal } from "@/lib/upload/words";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { FileDrop } from "@/ui/form/FileDrop";
import { late } from "@/ui/state/late";
import { QuotaLeft } from "@/ui/upload/QuotaLeft";
import { newTask } from "../files/tasks";
import { look } from "../files/useFileTasks";
import { useTaskList } from "../files/useTaskList";
import { newKey } from "../newKey";
import { withStated } from "./composed";
import type { DatasetFormState } from "./useDatasetForm";

// Read once a file is chosen.
const described = () => import("../files/TaskDescription");
const Recognised = late(() => described().then((part) => part.Recognised));
const Description = late(() => described().then((part) => part.Description));

/** The file that a data set begins with: what it states is filled into the form. */
export function useFirstFile(form: DatasetFormState, user: User) {
  const list = useTaskList({ account: user.id, object: "new" });
  const [file, setFile] = useState<File>();
  const limits = useQuery(versionQuery);
  const quotas = useQuotas();
  const [task] = list.tasks;

  /** Takes a file; answers why not. */
  function choose(chosen: File): string | undefined {
    const why =
      refusal(chosen, limits.data?.max_upload_bytes ?? Number.POSITIVE_INFINITY) ??
      quotas.refuse({ dataset_bytes: chosen.size });
    if (why) return why;
    const one = task ?? newTask(newKey(), { kind: "phenotype" });
    const facts = { name: chosen.name, size: chosen.size };
    if (task) list.change(one.key, { file: facts });
    else list.add({ ...one, file: facts });
    setFile(chosen);
    void look(list, one.key, chosen).then((inspection) => {
      if (!inspection) return;
      form.change((before) => ({ ...before, texts: withStated(before.texts, inspection) }));
    });
    return undefined;
  }

  function remove(): void {
    setFile(undefined);
    if (task) list.drop(task.key);
  }

  return { task, file, choose, remove, list, quotas, largest: limits.data?.max_upload_bytes };
}

type FirstFileState = ReturnType<typeof useFirstFile>;

/** Asks for the file first, and then for its phenotype and sizes. */
export function FirstFile({ first }: { first: FirstFileState }) {
  const [refused, setRefused] = useState<string>();
  const { task, file, list } = first;
  const name = task?.file?.name;
  return (
    <Card title="Start with a file" aside={task && <TextButton onClick={first.remove}>Continue without it</TextButton>}>
      <Stack gap={12}>
        <FileDrop
          id="first-file"
          label={name ? (file ? "Choose another file" : `Choose ${name} again`) : "Choose a file"}
          example={task ? undefined : examples.summaryStatistics}
          compact={task !== undefined}
          error={refused}
          onFile={(chosen) => setRefused(first.choose(chosen))}
        >
          {task?.file ? (
            `${name}, ${formatBytes(task.file.size)}. It is uploaded when you register the data set.`
          ) : (
            <p>
              Summary statistics as your software wrote them, plain or compressed with gzip
              {first.largest !== undefined && `, up to ${formatBytes(first.largest)}`}. What the file states is filled
              in below. You can add more files later.
            </p>
          )}
          <QuotaLeft quota={first.quotas.of("dataset_bytes")} unread={first.quotas.unread} />
        </FileDrop>
        {task && <Recognised {...list.seenOf(task.key)} />}
        {task && <Description task={task} errors={{}} onChange={(part) => list.change(task.key, part)} />}
      </Stack>
    </Card>
  );
}
