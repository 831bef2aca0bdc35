import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { heldPage, savePageDraft } from "@/api/pages/calls";
import { pageLists, pageQuery } from "@/api/pages/pages";
import { isUnreachable } from "@/lib/api-error";
import { useAway } from "@/lib/browser/connection";
import { settleTypes } from "@/lib/document/change";
import type { PageDocument } from "@/lib/document/document";
import type { TableInfo } from "@/lib/document/table";
import { useAccountId } from "@/lib/permission";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { readDocument } from "../document";
import { changed, type History, noHistory, redone, undone } from "./history";
import { type HeldPage, pageKind, partsChanged } from "./pageKind";
import { useSay } from "./saying";

const savedAfterMs = 800;
/** Of a page that was not changed since its creation. */
const firstVersion = 1;

/** Changes the document; `about` names the field where letters are typed, so that they are undone together. */
export type Change = (change: (before: PageDocument) => PageDocument, about?: string) => void;

/**
 * A page in the builder: its document, its undo history, and the draft on the server, which is
 * saved automatically.
 */
export function usePageForm(page: HeldPage, table: TableInfo) {
  const queries = useQueryClient();
  const account = useAccountId();
  const away = useAway();
  const say = useSay();
  const form = useRecordForm(pageKind, { account, object: page.id }, { held: page, empty: page.document });
  const [history, setHistory] = useState<History<PageDocument>>(noHistory);
  const document = form.values;
  const saving = useRecordSaving(form, page, {
    input: (values) => values,
    put: async (version, sent) => ({
      ...page,
      ...(await savePageDraft({ id: page.id, version }, sent)),
      document: sent,
    }),
    conflictOf: (error) => readPage(heldPage(error)),
    onSaved: (held) => {
      queries.setQueryData(pageQuery(page.id).queryKey, held);
      return queries.invalidateQueries(pageLists);
    },
    onRefused: isUnreachable,
  });
  const failed = useRef<PageDocument>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent when it failed
  useEffect(() => {
    failed.current = form.failure === undefined ? undefined : document;
  }, [form.failure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anybody changes something
  useEffect(() => {
    if (page.version === firstVersion && page.can.edit) form.change((before) => settleTypes(before, table));
  }, []);

  const { submit, busy, conflict } = saving;
  const due = page.can.edit && !form.clean && !busy && !conflict && !away;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time, of the same document
  useEffect(() => {
    if (!due || failed.current === document) return;
    const timer = setTimeout(submit, savedAfterMs);
    return () => clearTimeout(timer);
  }, [due, document]);

  const change: Change = (make, about = "") => {
    const next = make(document);
    if (next === document) return;
    setHistory((before) => changed(before, document, about, Date.now()));
    form.change(() => next);
  };

  function go(step: ReturnType<typeof undone<PageDocument>>, words: string) {
    if (!step) return;
    setHistory(step.history);
    form.change(() => step.value);
    say(`${words}: ${partsChanged(document, step.value)}`);
  }

  return {
    form,
    saving,
    document,
    change,
    undo: () => go(undone(history, document), "Undone"),
    redo: () => go(redone(history, document), "Redone"),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

export type PageForm = ReturnType<typeof usePageForm>;

/** What another person left, as far as these pages can read it. */
function readPage(page: ReturnType<typeof heldPage>): HeldPage | undefined {
  if (!page) return undefined;
  const read = readDocument(page.document);
  return "document" in read ? { ...page, document: read.document } : undefined;
}
