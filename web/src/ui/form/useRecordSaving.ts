import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordForm } from "./useRecordForm";

interface Held {
  id: string;
  version: number;
}

interface Saving<V, H, Input> {
  /** The version to save over when the form has none of its own. */
  version: number;
  /** What is sent for these values. */
  input: (values: V) => Input | Promise<Input>;
  put: (version: number, input: Input) => Promise<H>;
  /** What somebody else left, when that is why it was refused. */
  conflictOf: (error: Error) => H | undefined;
  /** Whether what is held now says the same as these values. */
  says: (held: H, values: V) => boolean;
  /** `left`: something was typed meanwhile and is not saved. */
  onSaved: (held: H, left: boolean) => void | Promise<void>;
}

interface Sent<V> {
  values: V;
  version: number;
  /** The form as it was when it was sent; the values may be merged from two versions. */
  typed: V;
}

/** Saves the form of a registered record; two people's changes lead to a choice, not to a loss. */
export function useRecordSaving<V, H extends Held, Input>(form: RecordForm<V, H>, saving: Saving<V, H, Input>) {
  const [conflict, setConflict] = useState<H>();
  const base = form.base?.values ?? form.values;
  const update = useMutation({
    mutationFn: ({ values, version }: Sent<V>) => send(saving, base, values, version),
    onSuccess: async (now, { typed }) => {
      setConflict(undefined);
      await saving.onSaved(now, form.saved(now, typed));
    },
    onError: (error, { values }) => {
      const current = saving.conflictOf(error);
      if (!current && conflict) form.rebase(conflict, values);
      setConflict(current);
      if (!current) form.refuse(error);
    },
  });
  const mutate = (values: V, version: number) => update.mutate({ values, version, typed: form.values });
  return {
    base,
    conflict,
    busy: update.isPending,
    submit: () => mutate(form.values, form.base?.version ?? saving.version),
    saveMerged: (values: V) => conflict && mutate(values, conflict.version),
    editMerged: (values: V) => {
      if (conflict) form.rebase(conflict, values);
      setConflict(undefined);
    },
    closeConflict: () => setConflict(undefined),
  };
}

/** A change by somebody else that leaves alone what the form began with is no conflict. */
async function send<V, H extends Held, Input>(saving: Saving<V, H, Input>, base: V, values: V, version: number) {
  const input = await saving.input(values);
  try {
    return await saving.put(version, input);
  } catch (error) {
    const current = error instanceof Error ? saving.conflictOf(error) : undefined;
    if (current && saving.says(current, base)) return saving.put(current.version, input);
    throw error;
  }
}
