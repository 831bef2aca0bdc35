import { useEffect, useState } from "react";
import type { Cohort } from "@/api/sgc";
import { ApiError } from "@/lib/api-error";
import { useDraft } from "@/lib/draft";
import { type CohortDraft, cohortDraft } from "./draft";
import { allFields, type FieldKey } from "./fields";
import { checkValues, type FieldErrors, fromCohort, noValues, placeErrors, sameValues, type Values } from "./values";

type Base = NonNullable<CohortDraft["base"]>;

function baseOf(cohort: Cohort | undefined): Base | undefined {
  return cohort && { version: cohort.version, values: { ...fromCohort(cohort) } };
}

/** What the form began with. As long as nothing else was typed, it follows what the server holds. */
function follow(base: Base | undefined, held: Base | undefined, values: Values): Base | undefined {
  if (!base || !held || base.version >= held.version) return base ?? held;
  return sameValues(base.values, held.values) || sameValues(base.values, values) ? held : base;
}

/** The state of the form of a cohort: what is typed is drafted as it stands and survives faults, sign-outs and reloads. */
export function useCohortForm(userId: string, cohort?: Cohort) {
  const draft = useDraft(cohortDraft, { account: userId, object: cohort?.id ?? "new" });
  const [begun, setBegun] = useState(() => draft.restored?.base ?? baseOf(cohort));
  const [values, setValues] = useState<Values>(() => draft.restored?.values ?? begun?.values ?? noValues);
  const [left, setLeft] = useState<ReadonlySet<FieldKey>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>();

  const base = follow(begun, baseOf(cohort), values);
  useEffect(() => {
    if (base === begun) return;
    if (begun && base && sameValues(begun.values, values)) setValues(base.values);
    setBegun(base);
  }, [base, begun, values]);

  const clean = sameValues(values, base?.values ?? noValues);
  const { keep } = draft;
  useEffect(() => keep(clean ? undefined : { values: { ...values }, base }), [keep, clean, values, base]);

  const found = checkValues(values);
  const wrong: FieldErrors = { ...refused, ...found };
  const shown = allFields.filter(({ key }) => wrong[key] && (attempt > 0 || left.has(key) || refused[key]));

  function set(key: FieldKey, value: string) {
    setValues((before) => ({ ...before, [key]: value }));
    setRefused(({ [key]: _mended, ...others }) => others);
  }

  /** Puts a refusal at its fields; what has no field stands above the form. */
  function refuse(error: unknown) {
    const placed = error instanceof ApiError ? placeErrors(error.fields) : {};
    if (error instanceof ApiError && error.code === "name_taken") placed.name ??= error.message;
    setRefused(placed);
    setFailure(Object.keys(placed).length === 0 ? error : undefined);
    setAttempt((before) => before + 1);
  }

  /** Goes on from what the server holds now; `next` is what the form shows. */
  function rebase(held: Cohort, next: Values = fromCohort(held)) {
    setBegun(baseOf(held));
    setValues(next);
    setRefused({});
    setFailure(undefined);
    setAttempt(0);
    setLeft(new Set());
  }

  function startOver() {
    setValues(base?.values ?? noValues);
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
    errors: Object.fromEntries(shown.map(({ key }) => [key, wrong[key]])) as FieldErrors,
    /** Whether it may be sent; explains what is wrong otherwise. */
    ready: () => {
      setAttempt((before) => before + 1);
      setFailure(undefined);
      return Object.keys(found).length === 0;
    },
    attempt,
    failure,
    set,
    leave: (key: FieldKey) => setLeft((before) => new Set(before).add(key)),
    refuse,
    rebase,
    startOver,
    /** Forgets the draft, at once. */
    forget: draft.discard,
  };
}

export type CohortFormState = ReturnType<typeof useCohortForm>;
