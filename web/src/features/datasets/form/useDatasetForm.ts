import { useEffect, useState } from "react";
import type { Dataset } from "@/api/datasets";
import type { User } from "@/api/session";
import { ApiError } from "@/lib/api-error";
import { useDraft } from "@/lib/draft";
import { datasetDraft } from "./draft";
import type { TextKey } from "./fields";
import { checkValues, type FieldErrors, fromDataset, newValues, placeErrors, sameValues, type Values } from "./values";

interface Base {
  version: number;
  values: Values;
}

const baseOf = (dataset: Dataset): Base => ({ version: dataset.version, values: fromDataset(dataset) });

/** What the form began with. As long as nothing else was typed, it follows what the server holds. */
function follow(base: Base | undefined, held: Base | undefined, values: Values): Base | undefined {
  if (!base || !held || base.version >= held.version) return base ?? held;
  return sameValues(base.values, held.values) || sameValues(base.values, values) ? held : base;
}

/** The server may refuse without naming a field what plainly is one's name. */
function placed(error: unknown, values: Values): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const found = placeErrors(error.fields, values);
  return error.code === "name_taken" && !found.study && !found.name ? { ...found, name: error.message } : found;
}

/** The state of the form of a data set: what is typed is drafted as it stands and survives faults, sign-outs and reloads. */
export function useDatasetForm(user: User, dataset?: Dataset) {
  const draft = useDraft(datasetDraft, { account: user.id, object: dataset?.id ?? "new" });
  const [empty] = useState(() => newValues(user));
  const [begun, setBegun] = useState<Base | undefined>(
    () => (draft.restored?.base as Base | undefined) ?? (dataset && baseOf(dataset)),
  );
  const [values, setValues] = useState<Values>(
    () => (draft.restored?.values as Values | undefined) ?? begun?.values ?? empty,
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>();

  const base = follow(begun, dataset && baseOf(dataset), values);
  const stale = base?.version !== begun?.version;
  useEffect(() => {
    if (!stale) return;
    if (begun && base && sameValues(begun.values, values)) setValues(base.values);
    setBegun(base);
  }, [stale, base, begun, values]);

  const clean = sameValues(values, base?.values ?? empty);
  const { keep } = draft;
  useEffect(() => {
    const content = { values, base: begun };
    keep(clean ? undefined : (content as Parameters<typeof keep>[0]));
  }, [keep, clean, values, begun]);

  const found = checkValues(values);
  const wrong: FieldErrors = { ...refused, ...found };
  const shown = Object.entries(wrong).filter(([key]) => attempt > 0 || left.has(key) || refused[key]);

  /** Changes the form; `mended` are the controls whose refusals no longer hold. */
  function change(next: (before: Values) => Values, ...mended: string[]) {
    setValues(next);
    setRefused((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([key]) => !mended.some((one) => key === one || key.startsWith(`${one}.`))),
      ),
    );
  }

  function reset(next: Values) {
    setValues(next);
    setRefused({});
    setFailure(undefined);
    setAttempt(0);
    setLeft(new Set());
  }

  return {
    values,
    base,
    clean,
    savedAt: clean ? undefined : draft.savedAt,
    errors: Object.fromEntries(shown) as FieldErrors,
    attempt,
    failure,
    change,
    setText: (key: TextKey, text: string) =>
      change((before) => ({ ...before, texts: { ...before.texts, [key]: text } }), key),
    leave: (key: string) => setLeft((before) => new Set(before).add(key)),
    /** Whether it may be sent; explains what is wrong otherwise. */
    ready: () => {
      setAttempt((before) => before + 1);
      setFailure(undefined);
      return Object.keys(found).length === 0;
    },
    /** Puts a refusal at its controls; what has none stands above the form. */
    refuse: (error: unknown) => {
      const at = placed(error, values);
      setRefused(at);
      setFailure(Object.keys(at).length === 0 ? error : undefined);
      setAttempt((before) => before + 1);
    },
    /** Goes on from what the server holds now; `next` is what the form shows. */
    rebase: (held: Dataset, next: Values = fromDataset(held)) => {
      setBegun(baseOf(held));
      reset(next);
    },
    startOver: () => reset(base?.values ?? empty),
    /** Forgets the draft, at once. */
    forget: draft.discard,
  };
}

export type DatasetFormState = ReturnType<typeof useDatasetForm>;
