import { useEffect, useRef, useState } from "react";
import { type DraftOf, useDraft, writeDraft } from "@/lib/browser/draft";
import { own } from "@/lib/own";
import { type Base, type FieldErrors, type RecordKind, sameValues, withTypedSince } from "./record";

function baseOf<V, Held>(kind: RecordKind<V, Held>, held: Held): Base<V> {
  return { version: kind.versionOf(held), values: kind.from(held) };
}

/** As long as nothing else was typed, the form follows what the server holds. */
function follow<V>(
  kind: RecordKind<V, never>,
  base: Base<V> | undefined,
  held: Base<V> | undefined,
  values: V,
): Base<V> | undefined {
  if (!base || !held || base.version >= held.version) return base ?? held;
  const isUntouched = sameValues(kind, base.values, held.values) || sameValues(kind, base.values, values);
  // The form equals the server's version: a restored version is not another user's change.
  return isUntouched || sameValues(kind, held.values, values) ? held : base;
}

/** Problems of the form: found here and by the server, and which of them are shown. */
function useProblems<V>(kind: Pick<RecordKind<V, never>, "check" | "place">, values: V) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>();
  const found = kind.check(values);
  const shown = Object.entries({ ...refused, ...found }).filter(
    ([key]) => attempt > 0 || left.has(key) || own(refused, key) !== undefined,
  );
  return {
    errors: Object.fromEntries(shown) as FieldErrors,
    attempt,
    failure,
    leave: (key: string) => setLeft((before) => new Set(before).add(key)),
    /** Whether it may be sent; shows the problems otherwise. */
    ready: () => {
      setAttempt((before) => before + 1);
      setFailure(undefined);
      return Object.keys(found).length === 0;
    },
    /** Shows a refusal at its controls; messages without a control are above the form. */
    refuse: (error: unknown) => {
      const at = kind.place(error, values);
      setRefused(at);
      setFailure(Object.keys(at).length === 0 ? error : undefined);
      setAttempt((before) => before + 1);
    },
    /** Clears the refusals of these controls, and of the rows in them. */
    mend: (controls: readonly string[]) =>
      setRefused((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([key]) => !controls.some((one) => key === one || key.startsWith(`${one}.`))),
        ),
      ),
    forgive: () => {
      setRefused({});
      setFailure(undefined);
      setAttempt(0);
      setLeft(new Set());
    },
  };
}

interface Begin<V, Held> {
  /** The record; absent while it is not registered. */
  held: Held | undefined;
  /** What a new form shows. */
  empty: V;
}

/** The typed values, their base version, and the draft. */
function useTyped<V, Held>(kind: RecordKind<V, Held>, of: DraftOf, held: Held | undefined, empty: V) {
  const draft = useDraft(kind.draft, of);
  const [begun, setBegun] = useState(
    () => (draft.restored?.base as Base<V> | undefined) ?? (held && baseOf(kind, held)),
  );
  const [values, setValues] = useState<V>(() => (draft.restored?.values as V | undefined) ?? begun?.values ?? empty);
  // For what ends later than the event that began it.
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  }, [values]);

  const base = follow(kind, begun, held && baseOf(kind, held), values);
  const stale = base?.version !== begun?.version;
  useEffect(() => {
    if (!stale) return;
    if (begun && base && sameValues(kind, begun.values, values)) setValues(base.values);
    setBegun(base);
  }, [kind, stale, base, begun, values]);

  const clean = sameValues(kind, values, base?.values ?? empty);
  const { keep } = draft;
  useEffect(() => keep(clean ? undefined : { values, base: begun }), [keep, clean, values, begun]);
  return { draft, values, setValues, latest, base, setBegun, clean };
}

/**
 * The form state of a record: typed values are stored as a draft, valid or not. They survive
 * errors, sign-outs, reloads, other users' changes, and saving: values typed while saving stay.
 */
export function useRecordForm<V, Held, Part extends string>(
  exactKind: RecordKind<V, Held, Part>,
  of: DraftOf,
  { held, empty: emptyNow }: Begin<V, Held>,
) {
  // The parts are the names of this kind only.
  const kind = exactKind as unknown as RecordKind<V, Held>;
  const [empty] = useState(emptyNow);
  const { draft, values, setValues, latest, base, setBegun, clean } = useTyped(kind, of, held, empty);
  const problems = useProblems(kind, values);

  /** Continues from the server's current version; `next` are the form's values. */
  function rebase(now: Held, next: V = kind.from(now)): void {
    setBegun(baseOf(kind, now));
    setValues(next);
    problems.forgive();
  }

  /** Stores unsaved values immediately: the page may have been closed while saving. */
  function keepLeft(now: Held, next: V): void {
    const kept = { content: { values: next, base: baseOf(kind, now) }, savedAt: Date.now() };
    if (kind.draft) writeDraft(kind.draft, { ...of, object: kind.idOf(now) }, kept);
  }

  return {
    ...problems,
    kind: exactKind,
    values,
    base,
    clean,
    savedAt: clean ? undefined : draft.savedAt,
    /** Changes the form; `mended` are the controls whose refusals are cleared. */
    change: (next: (before: V) => V, ...mended: string[]) => {
      setValues(next);
      problems.mend(mended);
    },
    rebase,
    /**
     * The record is saved as the form was at `sent`. Values typed since stay, unsaved; returns
     * whether there are any.
     */
    saved: (now: Held, sent: V): boolean => {
      const { next, left } = withTypedSince(kind, kind.from(now), sent, latest.current);
      rebase(now, next);
      if (left) keepLeft(now, next);
      else draft.discard();
      return left;
    },
    /** As `saved` for a new record: values typed since become the draft of its edit form. */
    registered: (now: Held, sent: V): boolean => {
      const { next, left } = withTypedSince(kind, kind.from(now), sent, latest.current);
      draft.discard();
      if (left) keepLeft(now, next);
      return left;
    },
    /** As `saved` for a finished form: it is empty again, except for values typed since. */
    handedIn: (sent: V): boolean => {
      const { next, left } = withTypedSince(kind, empty, sent, latest.current);
      setValues(next);
      problems.forgive();
      if (!left) draft.discard();
      return left;
    },
    startOver: () => {
      setValues(base?.values ?? empty);
      problems.forgive();
    },
  };
}

export type RecordForm<V, Held, Part extends string = string> = ReturnType<typeof useRecordForm<V, Held, Part>>;
