import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { apiKey, reread } from "@/api/api-query";
import { createBatch, undoBatch } from "@/api/datasets/calls";
import type { DatasetBatch, DatasetBatchPreview, DatasetSheet } from "@/api/datasets/datasets";
import { batchPreviewQuery } from "@/api/datasets/datasets";
import { useDraft } from "@/lib/browser/draft";
import { type ImportDraft, type ImportResult, importDraft } from "./draft";
import { textOf } from "./preview";
import { longestText } from "./readFile";
import { readSheet, withCells, withColumn } from "./sheet";

const empty: ImportDraft = { text: "", create_studies: false };

/** The server is asked when the user pauses typing. */
const settleMs = 400;

export interface ColumnEdit {
  line: number;
  /** The place of the column in the sheet, from 0; undefined when the sheet has no such column yet. */
  at: number | undefined;
  column: string;
  value: string;
}

/** Names of the data sets of a batch; their order is that of the sheet. */
function resultOf(batch: DatasetBatch, { rows }: DatasetBatchPreview): ImportResult {
  const names = [...new Set(rows.filter((row) => row.action === "create").map((row) => textOf(row, "name")))];
  const byId = new Map(rows.map((row) => [row.dataset_id, textOf(row, "name")]));
  return {
    id: batch.id,
    at: batch.at,
    created: batch.created.map((id, at) => ({ id, name: names[at] || id })),
    changed: batch.changed.map((id) => ({ id, name: byId.get(id) || id })),
    undone_at: batch.undone_at,
  };
}

/** The sheet from the paste box to data sets, and back. It is stored as a draft. */
/** Everything that a batch may have changed, but the preview of it. */
const changedByBatch = [
  { queryKey: apiKey("/api/datasets") },
  { queryKey: apiKey("/api/studies") },
  { queryKey: apiKey("/api/dataset-views") },
  { queryKey: apiKey("/api/dataset-name") },
  { queryKey: apiKey("/api/phenotypes") },
];

export function useImport(account: string) {
  const queries = useQueryClient();
  const draft = useDraft(importDraft, { account, object: "sheet" });
  const [content, setContent] = useState<ImportDraft>(draft.restored ?? empty);
  const [revision, setRevision] = useState(0);
  const { text, create_studies, result } = content;

  const { keep } = draft;
  const nothing = text === "" && result === undefined;
  useEffect(() => keep(nothing ? undefined : content), [keep, nothing, content]);

  const body: DatasetSheet = useMemo(() => ({ text, create_studies }), [text, create_studies]);
  const [asked] = useDebouncedValue(body, settleMs);
  const sheet = useMemo(() => readSheet(text), [text]);
  const tooLong = text.length > longestText;
  const asks = asked.text.trim() !== "" && asked.text.length <= longestText && result === undefined;

  const preview = useQuery({ ...batchPreviewQuery(asked), enabled: asks });

  const run = useMutation({
    mutationFn: async (shown: DatasetBatchPreview) => resultOf(await createBatch({ ...body, seen: shown.seen }), shown),
    onSuccess: (made) => {
      setContent((before) => ({ ...before, result: made }));
      void reread(queries, ...changedByBatch);
    },
    // A data set may have changed meanwhile, so the sheet is compared again.
    onError: () => void preview.refetch(),
  });

  const undo = useMutation({
    mutationFn: (id: string) => undoBatch(id),
    onSuccess: ({ undone_at }, id) => {
      setContent((before) =>
        before.result?.id === id ? { ...before, result: { ...before.result, undone_at: undone_at ?? "" } } : before,
      );
      void reread(queries, ...changedByBatch, { queryKey: apiKey("/api/dataset-batches/preview") });
    },
  });

  function change(part: Partial<ImportDraft>) {
    run.reset();
    setContent((before) => ({ ...before, ...part }));
  }

  return {
    text,
    createStudies: create_studies,
    result,
    sheet,
    tooLong,
    savedAt: draft.savedAt,
    preview,
    /** The preview is of what was there before the last change. */
    behind: asked !== body || preview.isPlaceholderData,
    run,
    undo,
    /** Counts the sheets that were put in; cells that were changed in one leave it as it is. */
    revision,
    setText: (next: string) => {
      setRevision((before) => before + 1);
      change({ text: next });
    },
    setCreateStudies: (next: boolean) => change({ create_studies: next }),
    /** Writes cells into the text of the sheet; a column that is not there yet is added at its right. */
    edit: (edits: readonly ColumnEdit[]) => {
      const missing = edits.find((one) => one.at === undefined);
      const added = sheet.records[0]?.cells.length ?? 0;
      const wider = missing ? withColumn(sheet, missing.column) : sheet;
      const cells = edits.map(({ line, at = added, value }) => ({ line, at, value }));
      change({ text: withCells(wider, cells) });
    },
    /** After an undo: the sheet again, as it was imported. */
    backToSheet: () => {
      undo.reset();
      change({ result: undefined });
    },
    startOver: () => {
      undo.reset();
      run.reset();
      draft.discard();
      setContent(empty);
    },
  };
}

export type Import = ReturnType<typeof useImport>;
