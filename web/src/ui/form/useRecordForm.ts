import { useEffect, useRef, useState } from "react";
import { type DraftKind, type DraftOf, useDraft, writeDraft } from "@/lib/draft";

/** By the name of the control. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What the server held when the form was begun. */
export interface Base<V> {
  version: number;
  values: V;
}

interface Content<V> {
  values: V;
  /** Absent for a record that is not registered yet. */
  base?: Base<V> | undefined;
}

interface Saved {
  id: string;
  version: number;
}

/** One kind of record that has a form: how its values are read, compared, checked and kept. */
export interface RecordKind<V, Held extends Saved, Part extends string = string> {
  draft: DraftKind<Content<unknown>>;
  /** What the server holds, as the form shows it. */
  from: (held: Held) => V;
  /** The parts that are compared and merged one by one. */
  parts: readonly Part[];
  samePart: (part: Part, a: V, b: V) => boolean;
  /** `a` with the part of `b`. */
  withPart: (part: Part, a: V, b: V) => V;
  /** What is wrong, as far as the page can tell. */
  check: (values: V) => FieldErrors;
  /** A refusal at its controls; empty when it names none. */
  place: (error: unknown, values: V) => FieldErrors;
}

type Kind<V, Held extends Saved> = RecordKind<V, Held>;

function same<V>({ parts, samePart }: Pick<Kind<V, Saved>, "parts" | "samePart">, a: V, b: V): boolean {
  return parts.every((part) => samePart(part, a, b));
}

function baseOf<V, Held extends Saved>(kind: Kind<V, Held>, held: Held): Base<V> {
  return { version: held.version, values: kind.from(held) };
}

/** What is held now, with each part that was typed since `sent` as it is typed. */
function withTypedSince<V, Held extends Saved>(kind: Kind<V, Held>, held: Held, sent: V, typed: V): V {
  const since = kind.parts.filter((part) => !kind.samePart(part, sent, typed));
  return since.reduce((values, part) => kind.withPart(part, values, typed), kind.from(held));
}

/** As long as nothing else was typed, the form follows what the server holds. */
function follow<V, Held extends Saved>(
  kind: Kind<V, Held>,
  base: Base<V> | undefined,
  held: Base<V> | undefined,
  values: V,
): Base<V> | undefined {
  if (!base || !held || base.version >= held.version) return base ?? held;
  return same(kind, base.values, held.values) || same(kind, base.values, values) ? held : base;
}

/** Problems with the form: those found here, those the server told, and which of them are shown. */
function useProblems<V>(kind: Pick<Kind<V, Saved>, "check" | "place">, values: V) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>();
  const found = kind.check(values);
  const shown = Object.entries({ ...refused, ...found }).filter(
    ([key]) => attempt > 0 || left.has(key) || refused[key] !== undefined,
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
function useTyped<V, Held extends Saved>(kind: Kind<V, Held>, of: DraftOf, held: Held | undefined, empty: V) {
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
    if (begun && base && same(kind, begun.values, values)) setValues(base.values);
    setBegun(base);
  }, [kind, stale, base, begun, values]);

  const clean = same(kind, values, base?.values ?? empty);
  const { keep } = draft;
  useEffect(() => keep(clean ? undefined : { values, base: begun }), [keep, clean, values, begun]);
  return { draft, values, setValues, latest, base, setBegun, clean };
}

/**
 * The state of the form of a record: what is typed is drafted as it stands, right or wrong, and survives faults, sign-outs,
 * reloads, changes by others, and its own saving: what is typed while that runs stays.
 */
export function useRecordForm<V, Held extends Saved, Part extends string>(
  exactKind: RecordKind<V, Held, Part>,
  of: DraftOf,
  { held, empty: emptyNow }: Begin<V, Held>,
) {
  // The parts are names of their own kind alone.
  const kind = exactKind as unknown as Kind<V, Held>;
  const [empty] = useState(emptyNow);
  const { draft, values, setValues, latest, base, setBegun, clean } = useTyped(kind, of, held, empty);
  const problems = useProblems(kind, values);

  /** Goes on from what the server holds now; `next` is what the form shows. */
  function rebase(now: Held, next: V = kind.from(now)): void {
    setBegun(baseOf(kind, now));
    setValues(next);
    problems.forgive();
  }

  return {
    ...problems,
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
    /**
     * The record is saved as the form was at `sent`. What was typed since stays, unsaved; says whether there is any.
     */
    saved: (now: Held, sent: V): boolean => {
      const next = withTypedSince(kind, now, sent, latest.current);
      const left = !same(kind, next, kind.from(now));
      rebase(now, next);
      if (!left) draft.discard();
      return left;
    },
    /** As `saved` for a record that was new: what was typed since becomes the draft of its own form. */
    registered: (now: Held, sent: V): boolean => {
      const next = withTypedSince(kind, now, sent, latest.current);
      draft.discard();
      if (same(kind, next, kind.from(now))) return false;
      const content = { values: next, base: baseOf(kind, now) };
      writeDraft(kind.draft, { ...of, object: now.id }, { content, savedAt: Date.now() });
      return true;
    },
    startOver: () => {
      setValues(base?.values ?? empty);
      problems.forgive();
    },
  };
}

export type RecordForm<V, Held extends Saved> = ReturnType<typeof useRecordForm<V, Held, string>>;
