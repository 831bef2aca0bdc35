import { useDebouncedCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { checkFile, putFile } from "@/api/sgc/calls";
import { brokenRules, cohortConflicts } from "@/api/sgc/refusals";
import { type Cohort, cohortChanged, type FileCheck, type Replacement, type SgcMapping } from "@/api/sgc/sgc";
import { ApiError } from "@/lib/api-error";
import type { TableKind } from "../../words";
import { type Edits, edit, type Grid, isBlank, newGrid, startEdits } from "./grid";
import { editsOf, type Kept, keptKey, keptOf, readKept, writeKept } from "./kept";
import { isSent, linesOf, type Sending, type Source, sendingOf, type Work } from "./sent";

const checkAfterMs = 500;

/** What the rules said, and which row of the table stood in which line. */
export interface Result {
  check: FileCheck;
  lines: ReadonlyMap<number, number>;
}

/** What went wrong, and with what. */
export interface Failure {
  during: "check" | "accept";
  error: unknown;
}

/**
 * One table on its way in: chosen, pasted or typed; checked by the server whenever it changes; accepted at last. Whatever fails,
 * the table, its edits and its mapping stay.
 */
export function useFileWork(cohort: Cohort, kind: TableKind, userId: string) {
  const queries = useQueryClient();
  const [work, setWork] = useState<Work>();
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<Failure>();
  const [checking, setChecking] = useState(false);
  const [saving, setSaving] = useState(false);
  const latest = useRef<Work>(undefined);
  const running = useRef<AbortController>(undefined);
  const key = keptKey(userId, cohort.id, kind);
  const [kept, setKept] = useState(() => readKept(key));

  function put(next: Work | undefined) {
    latest.current = next;
    setWork(next);
  }

  const keep = useDebouncedCallback(
    () => {
      const now = latest.current;
      const more = { mapping: now?.mapping && { ...now.mapping }, onlyCounted: now?.onlyCounted };
      writeKept(key, now?.edits && now.edited ? keptOf(now.source.name, now.edits, more) : undefined);
    },
    { delay: checkAfterMs, maxWait: 2000, flushOnUnmount: true },
  );

  /** Takes in what the rules say; the bytes as they were sent become the table, unless it was edited meanwhile. */
  function take(check: FileCheck, sending: Sending) {
    const now = latest.current;
    if (!now) return;
    const read = () =>
      startEdits(
        newGrid(
          check.header,
          check.grid.map((row) => row.cells),
        ),
      );
    const edits = sending.lines || (now.edited && now.edits) ? now.edits : read();
    put({ ...now, edits, mapping: check.mapping });
    setResult({ check, lines: sending.lines ?? linesOf(check) });
  }

  async function run() {
    const now = latest.current;
    running.current?.abort();
    if (!now || now.edits?.grid.rows.every((row) => isBlank(row) || !isSent(now)(row))) {
      setChecking(false);
      setResult(undefined);
      return;
    }
    const control = new AbortController();
    running.current = control;
    setChecking(true);
    const sending = sendingOf(now);
    try {
      const check = await checkFile(cohort.id, kind, sending.file, control.signal);
      if (control.signal.aborted) return;
      // The message about the submission stays until something changes.
      setFailure((before) => (before?.during === "accept" ? before : undefined));
      take(check, sending);
    } catch (error) {
      if (!control.signal.aborted) setFailure({ during: "check", error });
    } finally {
      if (running.current === control) setChecking(false);
    }
  }

  const runSoon = useDebouncedCallback(() => void run(), checkAfterMs);
  useEffect(() => () => running.current?.abort(), []);

  function begin(next: Work) {
    setResult(undefined);
    setFailure(undefined);
    put(next);
    void run();
  }

  function change(edits: Edits) {
    const now = latest.current;
    if (!now || edits === now.edits) return;
    put({ ...now, edits, edited: true });
    setFailure(undefined);
    setChecking(true);
    keep();
    runSoon();
  }

  function discard() {
    running.current?.abort();
    runSoon.cancel();
    put(undefined);
    setResult(undefined);
    setFailure(undefined);
    setChecking(false);
    setKept(undefined);
    keep();
    keep.flush();
  }

  /** Hands the table in, with what the person confirmed that it replaces; whether it was taken. */
  async function accept(replaces?: Replacement): Promise<boolean> {
    const now = latest.current;
    if (!now) return false;
    const sending = sendingOf(now);
    setSaving(true);
    setFailure(undefined);
    try {
      const accepted = await putFile(cohort.id, kind, cohort.version, sending.file, replaces);
      discard();
      void cohortChanged(queries, accepted.cohort);
      return true;
    } catch (error) {
      if (cohortConflicts(queries, error)) void run();
      if (error instanceof ApiError && error.code === "replaces") void run();
      const checked = brokenRules(error)?.check;
      if (checked) take(checked, sending);
      setFailure({ during: "accept", error });
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    work,
    result,
    failure,
    /** Being checked, or about to be. */
    checking,
    saving,
    kept: work ? undefined : kept,
    open: (source: Source) => begin({ source, edited: false }),
    type: (grid: Grid, mapping: SgcMapping, name: string, onlyCounted: boolean) =>
      begin({ source: { name, latin1: false }, edits: startEdits(grid), edited: true, mapping, onlyCounted }),
    /** Sends pairs without a number, or leaves them out. */
    countOnly: (onlyCounted: boolean) => {
      if (!latest.current) return;
      put({ ...latest.current, edited: true, onlyCounted });
      setFailure(undefined);
      keep();
      void run();
    },
    resume: (from: Kept) =>
      begin({
        source: { name: from.name, latin1: false },
        edits: editsOf(from),
        edited: true,
        mapping: from.mapping,
        onlyCounted: from.onlyCounted,
      }),
    asLatin1: () => work && begin({ ...work, source: { ...work.source, latin1: true }, mapping: undefined }),
    map: (mapping: SgcMapping) => {
      if (!latest.current) return;
      put({ ...latest.current, mapping });
      setFailure(undefined);
      void run();
    },
    edit: (next: Grid) => latest.current?.edits && change(edit(latest.current.edits, next)),
    step: (next: (edits: Edits) => Edits) => latest.current?.edits && change(next(latest.current.edits)),
    again: () => void run(),
    accept,
    discard,
  };
}

export type FileWork = ReturnType<typeof useFileWork>;
