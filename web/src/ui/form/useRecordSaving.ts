import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sameValues } from "./record";
import type { RecordForm } from "./useRecordForm";

interface Saving<V, H, Input> {
  /** The request for these values. */
  input: (values: V) => Input | Promise<Input>;
  /** Saves over this version. */
  put: (version: number, input: Input) => Promise<H>;
  /** The other user's version, if it is the reason of the refusal. */
  conflictOf: (error: unknown) => H | undefined | Promise<H | undefined>;
  /** `left`: something was typed meanwhile and is not saved. */
  onSaved: (held: H, left: boolean) => unknown;
  /** Hears of a refusal besides what the form shows of it; answers whether it is not to be shown. */
  onRefused?: (error: unknown) => boolean;
}

interface Sent<V> {
  values: V;
  version: number;
  /** The form as it was when it was sent; the values may be merged from two versions. */
  typed: V;
}

/** The outcome: saved, or another user saved meanwhile. */
type Outcome<H> = { saved: H } | { conflict: H };

/** Saves the form of a registered record; two people's changes lead to a choice, not to a loss. */
export function useRecordSaving<V, H, Part extends string, Input>(
  form: RecordForm<V, H, Part>,
  held: H,
  saving: Saving<V, H, Input>,
) {
  const { kind } = form;
  const [conflict, setConflict] = useState<H>();
  const base = form.base?.values ?? form.values;
  const update = useMutation({
    mutationFn: async ({ values, version }: Sent<V>) => put(version, values, await saving.input(values)),
    onSuccess: async (outcome, { typed }) => {
      if ("conflict" in outcome) return setConflict(outcome.conflict);
      setConflict(undefined);
      await saving.onSaved(outcome.saved, form.saved(outcome.saved, typed));
    },
    onError: (error, { values }) => {
      if (conflict) form.rebase(conflict, values);
      setConflict(undefined);
      if (!saving.onRefused?.(error)) form.refuse(error);
    },
  });

  /**
   * Another user's change is no conflict if it does not touch this form's changes, or is equal to
   * them.
   */
  async function put(version: number, values: V, input: Input): Promise<Outcome<H>> {
    try {
      return { saved: await saving.put(version, input) };
    } catch (error) {
      const current = await saving.conflictOf(error);
      if (!current) throw error;
      const [newer, now] = [kind.versionOf(current), kind.from(current)];
      if (sameValues(kind, now, values)) return { saved: current };
      const apart = newer > version && sameValues(kind, now, base);
      return apart ? put(newer, values, input) : { conflict: current };
    }
  }

  const mutate = (values: V, version: number) => update.mutate({ values, version, typed: form.values });
  return {
    base,
    conflict,
    busy: update.isPending,
    submit: () => mutate(form.values, form.base?.version ?? kind.versionOf(held)),
    saveMerged: (values: V) => conflict && mutate(values, kind.versionOf(conflict)),
    editMerged: (values: V) => {
      if (conflict) form.rebase(conflict, values);
      setConflict(undefined);
    },
    closeConflict: () => setConflict(undefined),
  };
}

export type RecordSaving<V, H, Part extends string> = ReturnType<typeof useRecordSaving<V, H, Part, unknown>>;
