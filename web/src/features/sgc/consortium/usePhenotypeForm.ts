import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/error";
import { createPhenotype, type Phenotype, sgcKeys, updatePhenotype } from "@/api/sgc";
import { messageOf } from "@/ui/states";
import { toastDone } from "@/ui/toast";
import { type FormProblems, inputOf, type PhenotypeForm, problemsOf } from "./phenotypes";

export interface PhenotypeFormProps {
  /** Absent: a new one. */
  phenotype?: Phenotype;
  /** Those there are. */
  all: readonly Phenotype[];
  onClose: () => void;
}

const fields = ["code", "description", "aliases"] as const;

/** The server's sentences at their fields; what has no field stands alone. */
function refusalOf(error: unknown): FormProblems {
  if (!(error instanceof ApiError)) return { "": messageOf(error) };
  const problems: FormProblems = {};
  for (const { field, message } of error.fields) {
    const known = fields.find((name) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`));
    problems[known ?? ""] = message;
  }
  // A code that is taken is told without a field.
  if (error.code === "phenotype_exists" && !problems.code) problems.code = error.message;
  return Object.keys(problems).length > 0 ? problems : { "": `${messageOf(error)} Nothing was changed.` };
}

/** What is typed of a phenotype, what is wrong with it, and saving it. */
export function usePhenotypeForm({ phenotype, all, onClose }: PhenotypeFormProps) {
  const queries = useQueryClient();
  const isNew = phenotype === undefined;
  const [form, setForm] = useState<PhenotypeForm>({
    code: phenotype?.code ?? "",
    description: phenotype?.description ?? "",
    aliases: phenotype?.aliases ?? [],
  });
  const [problems, setProblems] = useState<FormProblems>({});
  const [attempt, setAttempt] = useState(0);
  const change = (part: Partial<PhenotypeForm>) => setForm((before) => ({ ...before, ...part }));

  function explain(found: FormProblems): void {
    setProblems(found);
    setAttempt((count) => count + 1);
  }

  const save = useMutation({
    mutationFn: () => {
      const input = inputOf(form, isNew, phenotype?.retired ?? false);
      return phenotype ? updatePhenotype(phenotype.code, phenotype.version, input) : createPhenotype(input);
    },
    onSuccess: async ({ code }) => {
      toastDone(isNew ? `${code} was added.` : `${code} was changed.`);
      onClose();
      await queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });
    },
    onError: (error) => {
      explain(refusalOf(error));
      // Another version may be the reason; the list behind the dialog shows it.
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });
      }
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = problemsOf(form, all, isNew);
    if (Object.keys(found).length > 0) explain(found);
    else {
      setProblems({});
      save.mutate();
    }
  }

  const summary = Object.entries(problems).map(([field, message]) => ({
    id: field ? `phenotype-${field}` : undefined,
    message,
  }));
  return { form, change, problems, summary, attempt, saving: save.isPending, submit };
}
