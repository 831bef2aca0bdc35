import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { z } from "zod/mini";
import { ApiError } from "@/api/error";
import { type HermesPhenotype, hermesKeys, phenotypesQuery } from "@/api/hermes";
import { createPhenotype, updatePhenotype } from "@/api/phenotypes";
import type { DraftKind } from "@/lib/draft";
import { useAccountId } from "@/lib/permission";
import { draftShape, partsOf, placeAt, type RecordKind } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { toastDone } from "@/ui/toast";
import { formOf, inputOf, noForm, type PhenotypeForm, problemsOf } from "./phenotypes";

/** What is kept of what is said about a phenotype. */
export const phenotypeShape = z.object({
  name: z.string(),
  description: z.string(),
  dichotomous: z.optional(z.boolean()),
  terms: z.array(z.string()),
  synonyms: z.array(z.string()),
  retired: z.boolean(),
});

export const phenotypeFields = ["name", "description", "dichotomous", "terms", "synonyms"] as const;

const shape = draftShape(phenotypeShape);
const draft: DraftKind<z.infer<typeof shape>> = { name: "hermes-phenotype", version: 1, shape };

function kindOf(isNew: boolean): RecordKind<PhenotypeForm, HermesPhenotype, keyof PhenotypeForm> {
  return {
    ...partsOf<PhenotypeForm>(...phenotypeFields, "retired"),
    draft,
    idOf: ({ name }) => name,
    versionOf: ({ version }) => version,
    from: formOf,
    check: (typed) => problemsOf(typed, isNew),
    place: (error) => placeAt(error, phenotypeFields),
  };
}

/** What is typed of a phenotype, and what is wrong with it; without one, of a new one. */
export function usePhenotypeForm(phenotype?: HermesPhenotype) {
  const of = { account: useAccountId(), object: phenotype?.name ?? "new" };
  const isNew = phenotype === undefined;
  const kind = useMemo(() => kindOf(isNew), [isNew]);
  const form = useRecordForm(kind, of, { held: phenotype, empty: noForm });
  return {
    ...form,
    set: (part: Partial<PhenotypeForm>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part)),
  };
}

export type PhenotypeFormState = ReturnType<typeof usePhenotypeForm>;

/** What the list says of a phenotype now, where the version was why it was refused. */
async function changedMeanwhile(queries: QueryClient, name: string, error: unknown) {
  if (!(error instanceof ApiError && error.code === "changed")) return undefined;
  const { items } = await queries.fetchQuery({ ...phenotypesQuery, staleTime: 0 });
  void queries.invalidateQueries({ queryKey: hermesKeys.phenotypes });
  return items.find((one) => one.name === name);
}

export function useSavingPhenotype(form: PhenotypeFormState, phenotype: HermesPhenotype, onClose: () => void) {
  const queries = useQueryClient();
  const { name } = phenotype;
  return useRecordSaving(form, phenotype, {
    input: (typed) => inputOf(typed, false),
    put: (version, input) => updatePhenotype(name, version, input),
    conflictOf: (error) => changedMeanwhile(queries, name, error),
    onSaved: async (_saved, left) => {
      toastDone(left ? `${name} was changed. What you typed since is not saved.` : `${name} was changed.`);
      if (!left) onClose();
      await queries.invalidateQueries({ queryKey: hermesKeys.phenotypes });
    },
  });
}

export function useAddingPhenotype(form: PhenotypeFormState, onClose: () => void) {
  const queries = useQueryClient();
  return useHandingIn(form, {
    send: (typed) => createPhenotype(inputOf(typed, true)),
    onDone: async (added, sent) => {
      const left = form.registered(added, sent);
      toastDone(`${added.name} was added.${left ? " What you typed since is not saved; edit it to go on." : ""}`);
      onClose();
      await queries.invalidateQueries({ queryKey: hermesKeys.phenotypes });
    },
  });
}
