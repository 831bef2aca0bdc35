import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { apiKey, reread } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import { pendingQuery } from "@/api/files/uploads";
import { checkMetadata, registerUpload } from "@/api/hermes/calls";
import type { CheckedMetadata, SheetProblem } from "@/api/hermes/hermes";
import { uploadLists } from "@/api/hermes/hermes";
import { ApiError, offline } from "@/lib/api-error";
import { formatBytes } from "@/lib/format/format";
import { own } from "@/lib/own";
import { base64Of } from "@/lib/text/base64";
import { messageOf } from "@/ui/state/states";
import { type BatchFile, type Problem, questionsOf, type State, stateOf, valuesOf, withSheet } from "./batch";
import { patiently } from "./patiently";
import { type BatchList, useBatchList } from "./useBatchList";
import { type Limits, type Sending, useSending } from "./useSending";

/** The server is asked when the user pauses typing. */
const settleMs = 400;

/** What of a sheet the browser keeps for files that are chosen after it; the longest text as base64. */
const keptSheet = 300_000;

export interface BatchLimits extends Limits {
  sheet_bytes: number;
}

/** Several files on their way to submissions: sent, described together or by a sheet, and registered one by one. */
export function useBatch(account: string, limits: BatchLimits, docs: Schemas["FieldDoc"][]) {
  const list = useBatchList(account);
  const sending = useSending(list, limits);
  const check = useCheck(list);
  const rows = rowsOf(list, sending, check.answer, docs);
  const sheets = useSheets(list, limits.sheet_bytes);
  const submitting = useSubmitAll(list, sending, rows);

  /** Takes files; those that the last sheet names are filled in. Answers why others cannot be taken. */
  function choose(files: readonly File[]): string[] {
    const { added, refused } = sending.choose(files);
    if (added.length > 0) void sheets.again(added);
    return refused;
  }

  return { ...list, ...sending, rows, check, sheets, submitting, choose };
}

export type Batch = ReturnType<typeof useBatch>;

/** A file with what it waits for. */
export interface Row {
  file: BatchFile;
  state: State;
  problems: Problem[];
  /** Open questions about its columns. */
  questions: number;
  /** Nothing keeps it from being registered. */
  ready: boolean;
}

function rowsOf(
  list: BatchList,
  { states }: Sending,
  checked: CheckedMetadata | undefined,
  docs: Schemas["FieldDoc"][],
) {
  const found = new Map(checked?.files.map((one) => [one.name, one.problems]));
  return list.files.map((file): Row => {
    const seen = list.seenOf(file.name);
    const phase = states.get(file.name)?.phase;
    const known = found.get(file.name);
    const state = stateOf({ file, seen, phase, problems: known, docs });
    const ready = state === "ready" || (state === "refused" && phase === "stored" && known?.length === 0);
    const refused = seen.refused?.fields ?? [];
    const values = valuesOf(file, list.shared) as Record<string, string>;
    const problems: SheetProblem[] = [
      ...refused.map(({ field, message }) => {
        const column = field.replace(/^metadata\./, "");
        return { column, value: own(values, column) ?? "", message, refused: true };
      }),
      ...(known ?? []),
    ];
    const of = { file: file.name, line: file.line };
    return {
      file,
      state,
      questions: questionsOf(file, docs),
      problems: file.made ? [] : problems.map((one) => ({ ...one, ...of })),
      ready,
    };
  });
}

function bodyOf({ files, shared }: Pick<BatchList, "files" | "shared">): Schemas["HermesMetadataCheck"] {
  const open = files.filter(({ made }) => !made);
  return {
    files: open.map((file) => ({ name: file.name, values: valuesOf(file, shared) as Record<string, string> })),
  };
}

/** The server's word on all that is typed, a moment behind. */
function useCheck(list: BatchList) {
  const { files, shared } = list;
  const text = useMemo(() => JSON.stringify(bodyOf({ files, shared })), [files, shared]);
  const [asked] = useDebouncedValue(text, settleMs);
  const body = JSON.parse(asked) as Schemas["HermesMetadataCheck"];
  const query = useQuery({
    queryKey: [...apiKey("/api/hermes/metadata/check"), asked],
    queryFn: ({ signal }) => patiently(() => checkMetadata(body, signal)),
    enabled: body.files.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { answer: query.data, error: query.error, again: () => void query.refetch() };
}

/** Sheets of metadata: each takes the place of the one before, and of what it speaks of. */
function useSheets(list: BatchList, largest: number) {
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function apply(name: string, bytes: string, files: readonly BatchFile[], fresh: boolean) {
    const said = await patiently(() =>
      checkMetadata({ sheet: bytes, files: files.map((file) => ({ name: file.name, values: {} })) }),
    );
    list.setFiles((before) => withSheet(before, list.shared, said));
    const kept = bytes.length <= keptSheet ? bytes : "";
    list.setSheet((before) => {
      const lines = fresh
        ? said.lines
        : (before?.lines ?? []).filter(({ line }) => said.lines.some((l) => l.line === line));
      return { name, bytes: kept, lines, columns: said.columns };
    });
  }

  async function take(file: File) {
    setProblem(undefined);
    if (file.size > largest) {
      return setProblem(`${file.name} has ${formatBytes(file.size)}; a sheet has at most ${formatBytes(largest)}.`);
    }
    setReading(true);
    try {
      await apply(
        file.name,
        await base64Of(file),
        list.files.filter(({ made }) => !made),
        true,
      );
    } catch (error) {
      setProblem(
        `${file.name}: ${error instanceof ApiError ? messageOf(error) : "The file cannot be read from your disk. Choose it again."}`,
      );
    } finally {
      setReading(false);
    }
  }

  /**
   * Looks for files that were chosen after the sheet. Errors are reported when the sheet is chosen
   * again.
   */
  async function again(added: readonly BatchFile[]) {
    const { sheet } = list;
    if (!sheet?.bytes) return;
    await apply(sheet.name, sheet.bytes, added, false).catch((error) => setProblem(messageOf(error)));
  }

  return { reading, problem, take, again };
}

/** Registers ready files one after the other; refused ones stay with the reason. */
function useSubmitAll(list: BatchList, { states, queue }: Sending, rows: readonly Row[]) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function register({ file }: Row, metadata: Schemas["HermesMetadata"]) {
    const upload_id = states.get(file.name)?.uploadId ?? "";
    try {
      const made = await patiently(() => registerUpload({ upload_id, metadata, mapping: file.columns.mapping }));
      list.change(file.name, { made: { id: made.id, name: made.dataset_name } });
      queue.remove(file.name);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === offline || error.status === 401) throw error;
      list.note(file.name, { refused: error });
      if (error.status !== 404) return;
      // The server does not keep the file any more.
      list.change(file.name, { uploadId: undefined, stored: undefined });
      queue.remove(file.name);
    }
  }

  async function submit() {
    setBusy(true);
    setFailure(undefined);
    try {
      // What was typed a moment ago counts too.
      const checked = await patiently(() => checkMetadata(bodyOf(list)));
      for (const row of rows) {
        const metadata = checked.files.find(({ name }) => name === row.file.name)?.metadata;
        if (row.ready && metadata) await register(row, metadata);
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
      void reread(queries, ...uploadLists);
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
    }
  }

  return { busy, failure, submit };
}
