import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { phenotypeSearchQuery, type RegistryPhenotype } from "@/api/datasets/datasets";
import { SuggestField } from "@/ui/form/SuggestField";
import type { Task } from "./tasks";

interface PhenotypeFieldProps {
  id: string;
  task: Task;
  error?: string;
  onChange: (part: Partial<Task>) => void;
}

const settleMs = 200;

/** The phenotype whose code or description was typed in full, whatever its capitals. */
function phenotypeMeant(phenotypes: readonly RegistryPhenotype[], typed: string): RegistryPhenotype | undefined {
  const plain = typed.trim().toLowerCase();
  if (plain === "") return undefined;
  return (
    phenotypes.find(({ name }) => name.toLowerCase() === plain) ??
    phenotypes.find(({ description }) => description.toLowerCase() === plain)
  );
}

const chosen = ({ name, description, dichotomous }: RegistryPhenotype): Partial<Task> => ({
  phenotype: description || name,
  code: name,
  description,
  dichotomous: dichotomous ? "yes" : "no",
});

/** A phenotype by words of its description or by its code; one that is not on the list may be written freely. */
export function PhenotypeField({ id, task, error, onChange }: PhenotypeFieldProps) {
  const typed = task.phenotype.trim();
  const [q] = useDebouncedValue(typed, settleMs);
  // A chosen phenotype looks for the others again.
  const { data, isFetching, isPlaceholderData } = useQuery(phenotypeSearchQuery(task.code ? "" : q));
  const items = data?.items ?? [];
  const settled = q === typed && !isPlaceholderData && data !== undefined;
  const meant = task.code === "" && settled ? phenotypeMeant(items, typed) : undefined;
  const meantCode = meant?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was recognised is taken once
  useEffect(() => {
    if (meant) onChange({ ...chosen(meant), phenotype: task.phenotype });
  }, [meantCode]);

  return (
    <SuggestField
      id={id}
      label="Phenotype"
      required
      value={task.phenotype}
      maxLength={300}
      loading={isFetching}
      suggestions={items.map(({ name, description }) => ({
        value: name,
        label: description || name,
        detail: description ? name : undefined,
      }))}
      nothing="Not on the list: it is added under the name you enter."
      description={hintOf(task, settled)}
      error={error}
      onText={(text) =>
        onChange({ phenotype: text, code: "", description: "", dichotomous: task.code ? "" : task.dichotomous })
      }
      onPick={({ value }) => {
        const picked = items.find(({ name }) => name === value);
        if (picked) onChange(chosen(picked));
      }}
    />
  );
}

function hintOf({ code, phenotype, dichotomous }: Task, settled: boolean): string {
  if (code) return `On the list as ${code}, ${dichotomous === "yes" ? "a dichotomous trait" : "a quantitative trait"}`;
  if (phenotype.trim() !== "" && settled) return "Not on the list: choose the type of trait below";
  return "Words of its description, or its code";
}
