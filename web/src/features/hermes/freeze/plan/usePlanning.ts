import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { createFreeze, startFreeze, updateFreeze } from "@/api/hermes/freeze-calls";
import { type Freeze, type FreezeCell, freezeChanged } from "@/api/hermes/freezes";
import { useDraft } from "@/lib/browser/draft";
import { type FreezeDraft, freezeDraft, inputOf, sameScope, scopeKey } from "./draft";
import type { Remedy } from "./findings";

type Document = FreezeDraft["document"];
export type DocumentChange = Partial<Document> | ((now: Document) => Partial<Document>);

interface Planning {
  account: string;
  /** "new", or the id of the freeze that is edited. */
  object: string;
  /** What the form begins with when nothing is kept in the browser. */
  begin: FreezeDraft;
  /** It begins with that in any case: a copy was asked for. */
  fresh: boolean;
  /** The freeze that is edited. */
  held: Freeze | undefined;
}

/** The form of a plan: what is typed, kept in the browser, saved and started. */
export function usePlanning({ account, object, begin, fresh, held }: Planning) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { restored, keep, discard, savedAt } = useDraft(freezeDraft, { account, object });
  const [draft, setDraft] = useState<FreezeDraft>((!fresh && restored) || begin);
  // A saved draft that could not be started is saved again, not created twice.
  const [saved, setSaved] = useState(held);

  useEffect(() => {
    keep(draft === begin ? undefined : draft);
  }, [keep, draft, begin]);

  const change = useCallback((part: Partial<FreezeDraft>) => setDraft((now) => ({ ...now, ...part })), []);
  const onDocument = useCallback(
    (part: DocumentChange) =>
      setDraft((now) => {
        const change = typeof part === "function" ? part(now.document) : part;
        return { ...now, document: { ...now.document, ...change } };
      }),
    [],
  );
  const onSkip = useCallback(
    ({ phenotype, ancestry, sex }: FreezeCell, skip: boolean) => {
      const scope = { phenotype, ancestry, sex };
      onDocument(({ skip: now }) => ({
        skip: skip ? [...now, scope] : now.filter((one) => !sameScope(one, scope)),
      }));
    },
    [onDocument],
  );
  const onRemedy = useCallback(
    (remedy: Remedy, undo: boolean) =>
      onDocument((now) => {
        switch (remedy.kind) {
          case "confirm":
            return { options: { ...now.options, [remedy.option]: !undo } };
          case "exclude":
            return { exclude: [...now.exclude, remedy.exclusion] };
          case "skip":
            return { skip: [...now.skip, remedy.scope] };
        }
      }),
    [onDocument],
  );
  const { skip } = draft.document;
  const skipped = useMemo(() => new Set(skip.map(scopeKey)), [skip]);

  const sending = useMutation({
    mutationFn: async ({ start }: { start: boolean }) => {
      const freeze = await (saved ? updateFreeze(saved, inputOf(draft)) : createFreeze(inputOf(draft)));
      setSaved(freeze);
      await freezeChanged(queries, freeze);
      return start ? await startFreeze(freeze) : freeze;
    },
    onSuccess: async (freeze) => {
      discard();
      await freezeChanged(queries, freeze);
      await navigate({ to: "/hermes/freezes/$id", params: { id: freeze.id } });
    },
  });
  return {
    draft,
    savedAt,
    skipped,
    change,
    onDocument,
    onSkip,
    onRemedy,
    startOver: () => {
      discard();
      setDraft(begin);
    },
    typed: draft !== begin,
    send: (start: boolean) => sending.mutate({ start }),
    error: sending.error,
    busy: sending.isPending ? (sending.variables.start ? ("start" as const) : ("save" as const)) : undefined,
  };
}
