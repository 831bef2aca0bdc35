import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";
import { createPhenotype, type Phenotype, sgcKeys, updatePhenotype } from "@/api/sgc";
import { useDialogForm } from "@/ui/form/useDialogForm";
import { toastDone } from "@/ui/toast";
import { inputOf, type PhenotypeForm, problemsOf } from "./phenotypes";

export interface PhenotypeFormProps {
  /** Absent: a new one. */
  phenotype?: Phenotype;
  /** Those there are. */
  all: readonly Phenotype[];
  onClose: () => void;
}

/** What is typed of a phenotype, what is wrong with it, and saving it. */
export function usePhenotypeForm({ phenotype, all, onClose }: PhenotypeFormProps) {
  const queries = useQueryClient();
  const isNew = phenotype === undefined;
  return useDialogForm({
    begin: {
      code: phenotype?.code ?? "",
      description: phenotype?.description ?? "",
      aliases: phenotype?.aliases ?? [],
    } as PhenotypeForm,
    fields: ["code", "description", "aliases"],
    prefix: "phenotype",
    check: (form) => problemsOf(form, all, isNew),
    save: (form) => {
      const input = inputOf(form, isNew, phenotype?.retired ?? false);
      return phenotype ? updatePhenotype(phenotype.code, phenotype.version, input) : createPhenotype(input);
    },
    onSaved: async ({ code }) => {
      toastDone(isNew ? `${code} was added.` : `${code} was changed.`);
      onClose();
      await queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });
    },
    onRefused: (error) => {
      // Another version may be the reason; the list behind the dialog shows it.
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });
      }
    },
    // A code that is taken is told without a field.
    fieldOf: (error) => (error.code === "phenotype_exists" ? "code" : undefined),
  });
}
