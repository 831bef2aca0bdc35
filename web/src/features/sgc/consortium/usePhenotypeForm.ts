import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { z } from "zod/mini";
import { ApiError } from "@/api/error";
import { type Phenotype, sgcKeys, sgcPhenotypesQuery } from "@/api/sgc";
import { createPhenotype, updatePhenotype } from "@/api/sgc-calls";
import type { DraftKind } from "@/lib/draft";
import { useAccountId } from "@/lib/permission";
import { draftShape, partsOf, placeAt, type RecordKind } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { toastDone } from "@/ui/toast";
import { formOf, inputOf, noForm, type PhenotypeForm, problemsOf } from "./phenotypes";

const shape = draftShape(
  z.object({ code: z.string(), description: z.string(), aliases: z.array(z.string()), retired: z.boolean() }),
);
const draft: DraftKind<z.infer<typeof shape>> = { name: "sgc-phenotype", version: 1, shape };

type Kind = RecordKind<PhenotypeForm, Phenotype, keyof PhenotypeForm>;

/** `all` are the phenotypes there are. */
function kindOf(all: readonly Phenotype[], isNew: boolean): Kind {
  return {
    ...partsOf<PhenotypeForm>("code", "description", "aliases", "retired"),
    draft,
    idOf: ({ code }) => code,
    versionOf: ({ version }) => version,
    from: formOf,
    check: (typed) => problemsOf(typed, all, isNew),
    // A code that is taken is told without a field.
    place: (error) => {
      const taken = error instanceof ApiError && error.code === "phenotype_exists";
      return { ...(taken && { code: error.message }), ...placeAt(error, ["code", "description", "aliases"]) };
    },
  };
}

interface Props {
  /** Absent: a new one. */
  phenotype?: Phenotype;
  all: readonly Phenotype[];
}

/** What is typed of a phenotype, and what is wrong with it. */
export function usePhenotypeForm({ phenotype, all }: Props) {
  const of = { account: useAccountId(), object: phenotype?.code ?? "new" };
  const isNew = phenotype === undefined;
  const kind = useMemo(() => kindOf(all, isNew), [all, isNew]);
  const form = useRecordForm(kind, of, { held: phenotype, empty: noForm });
  return {
    ...form,
    set: (part: Partial<PhenotypeForm>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part)),
  };
}

export type PhenotypeFormState = ReturnType<typeof usePhenotypeForm>;

/** What the list says of a phenotype now, where the version was why it was refused. */
async function changedMeanwhile(queries: QueryClient, code: string, error: unknown): Promise<Phenotype | undefined> {
  if (!(error instanceof ApiError && error.code === "changed")) return undefined;
  const { items } = await queries.fetchQuery({ ...sgcPhenotypesQuery(), staleTime: 0 });
  return items.find((one) => one.code === code);
}

export function useSavingPhenotype(form: PhenotypeFormState, phenotype: Phenotype, onClose: () => void) {
  const queries = useQueryClient();
  const { code } = phenotype;
  return useRecordSaving(form, phenotype, {
    input: (typed) => inputOf(typed, false),
    put: (version, input) => updatePhenotype(code, version, input),
    conflictOf: (error) => changedMeanwhile(queries, code, error),
    onSaved: async (_saved, left) => {
      toastDone(left ? `${code} was changed. What you typed since is not saved.` : `${code} was changed.`);
      if (!left) onClose();
      await queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });
    },
  });
}

export function useAddingPhenotype(form: PhenotypeFormState, onClose: () => void) {
  const queries = useQueryClient();
  return useHandingIn(form, {
    send: (typed) => createPhenotype(inputOf(typed, true)),
    onDone: async (added, sent) => {
      const left = form.registered(added, sent);
      toastDone(`${added.code} was added.${left ? " What you typed since is not saved; edit it to go on." : ""}`);
      onClose();
      await queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });
    },
  });
}
