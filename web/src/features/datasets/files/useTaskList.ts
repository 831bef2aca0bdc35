import { useCallback, useEffect, useState } from "react";
import type { DraftOf } from "@/lib/browser/draft";
import { useDraft } from "@/lib/browser/draft";
import type { Inspection } from "@/lib/sumstats/contract";
import { filesDraft, type Task, type TaskErrors } from "./tasks";

/** The state of a task on this page only. */
export interface Seen {
  inspection?: Inspection;
  /** Why nothing could be read of it; it may be sent all the same. */
  unread?: string;
  refused?: TaskErrors;
  /** The form was submitted. */
  tried?: boolean;
}

const nothingSeen: Seen = {};

/** The files on their way: a list that is drafted, and what this page knows of each besides. */
export function useTaskList(of: DraftOf) {
  const draft = useDraft(filesDraft, of);
  const [tasks, setTasks] = useState<readonly Task[]>(() => draft.restored?.tasks ?? []);
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map());

  const { keep } = draft;
  useEffect(() => keep(tasks.length > 0 ? { tasks: [...tasks] } : undefined), [keep, tasks]);

  const change = useCallback(
    (key: string, part: Partial<Task> | ((one: Task) => Partial<Task>)) =>
      setTasks((before) =>
        before.map((one) => (one.key === key ? { ...one, ...(typeof part === "function" ? part(one) : part) } : one)),
      ),
    [],
  );
  const note = useCallback(
    (key: string, part: Seen) => setSeen((before) => new Map(before).set(key, { ...before.get(key), ...part })),
    [],
  );
  const unsee = useCallback(
    (key: string) => setSeen((before) => new Map([...before].filter(([other]) => other !== key))),
    [],
  );
  const drop = useCallback(
    (...keys: string[]) => {
      setTasks((before) => before.filter(({ key }) => !keys.includes(key)));
      for (const key of keys) unsee(key);
    },
    [unsee],
  );
  const add = useCallback((one: Task) => setTasks((before) => [...before, one]), []);
  const seenOf = (key: string): Seen => seen.get(key) ?? nothingSeen;
  return { tasks, add, change, drop, note, unsee, seenOf };
}

export type TaskList = ReturnType<typeof useTaskList>;
