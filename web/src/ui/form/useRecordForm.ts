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
  // What the form shows is what the server holds already: a version that was restored is no change of somebody else's.
  return isUntouched || sameValues(kind, held.values, values) ? held : base;
}

/** Problems with the form: those found here, those the server told, and which of them are shown. */
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
    /** Whether it may be sent; explains what is wrong otherwise. */
    ready: () => {
      setAttempt((before) => before + 1);
      setFailure(undefined);
      return Object.keys(found).length === 0;
    },
    /** Puts a refusal at its controls; what has none stands above the form. */
    refuse: (error: unknown) => {
      const at = kind.place(error, values);
      setRefused(at);
      setFailure(Object.keys(at).length === 0 ? error : undefined);
      setAttempt((before) => before + 1);
    },
    /** The refusals of these controls, and of the rows in them, no longer hold. */
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

/** What is typed, what it began from, and its draft. */
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
 * The state of the form of a record: what is typed is drafted as it stands, right or wrong, and survives faults, sign-outs,
 * reloads, changes by others, and its own saving: what is typed while that runs stays.
 */
export function useRecordForm<V, Held, Part extends string>(
  exactKind: RecordKind<V, Held, Part>,
  of: DraftOf,
  { held, empty: emptyNow }: Begin<V, Held>,
) {
  // The parts are names of their own kind alone.
  const kind = exactKind as unknown as RecordKind<V, Held>;
  const [empty] = useState(emptyNow);
  const { draft, values, setValues, latest, base, setBegun, clean } = useTyped(kind, of, held, empty);
  const problems = useProblems(kind, values);

  /** Goes on from what the server holds now; `next` is what the form shows. */
  function rebase(now: Held, next: V = kind.from(now)): void {
    setBegun(baseOf(kind, now));
    setValues(next);
    problems.forgive();
  }

  /** Drafts what is not saved at once: the page may have been left while it was. */
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
    /** Changes the form; `mended` are the controls whose refusals no longer hold. */
    change: (next: (before: V) => V, ...mended: string[]) => {
      setValues(next);
      problems.mend(mended);
    },
    rebase,
    /** The record is saved as the form was at `sent`. What was typed since stays, unsaved; says whether there is any. */
    saved: (now: Held, sent: V): boolean => {
      const { next, left } = withTypedSince(kind, kind.from(now), sent, latest.current);
      rebase(now, next);
      if (left) keepLeft(now, next);
      else draft.discard();
      return left;
    },
    /** As `saved` for a record that was new: what was typed since becomes the draft of its own form. */
    registered: (now: Held, sent: V): boolean => {
      const { next, left } = withTypedSince(kind, kind.from(now), sent, latest.current);
      draft.discard();
      if (left) keepLeft(now, next);
      return left;
    },
    /** As `saved` for what is done with: the form is empty again, but for what was typed since. */
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
