import { Button, Group, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type User, versionQuery } from "@/api/accounts/session";
import type { Dataset } from "@/api/datasets/datasets";
import { storageQuery, useQuotas } from "@/api/server/storage";
import { formatBytes, formatBytesOf, formatDuration, plural } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import { isUnderWay } from "@/lib/upload/state";
import { FileDrop } from "@/ui/form/FileDrop";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { Answered } from "@/ui/state/Answered";
import { QuotaLeft } from "@/ui/upload/QuotaLeft";
import { isEdited } from "../isEdited";
import classes from "./files.module.css";
import { takeFirst } from "./first";
import { NewPhenotypeCard } from "./NewPhenotypeCard";
import { PhenotypeCard } from "./PhenotypeCard";
import { checkTask } from "./tasks";
import { Unfinished } from "./Unfinished";
import { type FileTasks, useFileTasks } from "./useFileTasks";

interface FilesPanelProps {
  dataset: Dataset;
  user: User;
}

/** The phenotypes of a data set with their files: registered ones and those being uploaded. */
export function FilesPanel({ dataset, user }: FilesPanelProps) {
  const version = useQuery(versionQuery);
  return (
    <Answered what="what may be sent" answer={version} title="Files cannot be sent now">
      {(limits) => <Panel dataset={dataset} user={user} limits={limits} />}
    </Answered>
  );
}

interface PanelProps extends FilesPanelProps {
  limits: { max_upload_bytes: number; chunk_bytes: number };
}

function Panel({ dataset, user, limits }: PanelProps) {
  const room = useRoom(dataset, user);
  const tasks = useFileTasks(dataset, user, { ...limits, refuse: room.refuse });
  const [refused, setRefused] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is taken once
  useEffect(() => {
    const first = takeFirst(dataset.id);
    if (!first) return;
    const { phenotype, code, description, dichotomous, sample_size, cases, controls } = first.said;
    const said = { phenotype, code, description, dichotomous, sample_size, cases, controls };
    const wanted = first.file !== undefined && Object.keys(checkTask(dataset, first.said, true)).length === 0;
    setRefused(tasks.begin({ kind: "phenotype" }, first.file, { ...said, wanted }));
  }, []);
  const sending = [...tasks.states.values()].some(isUnderWay);
  useLeaveWarning({
    when: sending,
    stays: isEdited,
    title: "Leave while files are uploading?",
    children: "The upload stops. The uploaded part is kept for some days: come back to this page to continue.",
  });
  const coming = tasks.tasks.filter(({ purpose }) => purpose.kind === "phenotype");
  const registered = new Set(dataset.phenotypes.map(({ id }) => id));
  return (
    <Stack gap={16}>
      <FileDrop
        id="dataset-files"
        label="Choose files"
        example={examples.summaryStatistics}
        multiple
        compact={dataset.phenotypes.length + coming.length > 0}
        error={refused}
        onFile={(file) => {
          setRefused(tasks.begin({ kind: "phenotype" }, file));
        }}
      >
        <p>
          One file per phenotype, several at once, up to {formatBytes(limits.max_upload_bytes)} each. They upload while
          you describe them.
        </p>
        {room.quotas && <QuotaLeft quota={room.quotas.of("dataset_bytes")} unread={room.quotas.unread} />}
      </FileDrop>
      <Unfinished tasks={tasks} />
      <Summary tasks={tasks} />
      {coming.map((task) => (
        <NewPhenotypeCard key={task.key} dataset={dataset} task={task} tasks={tasks} />
      ))}
      <Group justify="flex-end" gap="8px 12px">
        <Button variant="default" size="xs" onClick={() => tasks.begin({ kind: "phenotype" })}>
          Add a phenotype without a file
        </Button>
      </Group>
      {dataset.phenotypes.map((phenotype) => (
        <PhenotypeCard key={phenotype.id} dataset={dataset} phenotype={phenotype} tasks={tasks} />
      ))}
      {dataset.phenotypes.length === 0 && coming.length === 0 && (
        <p className={classes.empty}>No phenotype yet. Choose one or more files and describe each.</p>
      )}
      <Orphans tasks={tasks} registered={registered} />
    </Stack>
  );
}

/** What the owner may still store. Files count for the owner, and only they see how much is left. */
function useRoom(dataset: Dataset, user: User) {
  const queries = useQueryClient();
  const quotas = useQuotas();
  const { version } = dataset;
  // Each file that is taken or deleted makes a version.
  const read = useRef(version);
  useEffect(() => {
    if (read.current === version) return;
    read.current = version;
    void queries.invalidateQueries(storageQuery);
  }, [queries, version]);
  const own = dataset.owner === user.user_name;
  return {
    quotas: own ? quotas : undefined,
    refuse: (bytes: number) => (own ? quotas.refuse({ dataset_bytes: bytes }) : undefined),
  };
}

/** All that is being sent, in one line. */
function Summary({ tasks }: { tasks: FileTasks }) {
  const states = [...tasks.states.values()].filter(isUnderWay);
  if (states.length < 2) return null;
  const sum = (of: (state: (typeof states)[number]) => number) =>
    states.reduce((before, state) => before + of(state), 0);
  const [sent, size, speed] = [sum((s) => s.sent), sum((s) => s.size), sum((s) => s.speed ?? 0)];
  const words = [
    `${plural(states.length, "file")} pending`,
    formatBytesOf(sent, size),
    speed > 0 && `${formatBytes(speed)}/s`,
    speed > 0 && `${formatDuration((size - sent) / speed)} left`,
  ];
  return <p className={classes.about}>{words.filter(Boolean).join(" · ")}</p>;
}

/**
 * Files of a phenotype that another user has deleted: they are not shown elsewhere, so they can
 * only be removed.
 */
function Orphans({ tasks, registered }: { tasks: FileTasks; registered: ReadonlySet<string> }) {
  const lost = tasks.tasks.filter(({ purpose }) => purpose.kind !== "phenotype" && !registered.has(purpose.pid));
  if (lost.length === 0) return null;
  return (
    <Group justify="flex-end" gap="8px 12px">
      <span className={classes.about}>
        {plural(lost.length, "file")} for a phenotype that was deleted: {lost.map(({ file }) => file?.name).join(", ")}
      </span>
      <Button variant="default" size="xs" onClick={() => lost.forEach((task) => void tasks.cancel(task))}>
        Remove
      </Button>
    </Group>
  );
}
