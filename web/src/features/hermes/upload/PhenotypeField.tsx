import { type ComboboxItem, Select } from "@mantine/core";
import type { HermesPhenotype } from "@/api/hermes";

interface PhenotypeFieldProps {
  id: string;
  label: string;
  name: string;
  required?: boolean;
  description?: string;
  error?: string;
  value: string;
  phenotypes: HermesPhenotype[];
  onBlur: () => void;
  onChange: (value: string) => void;
}

/** Whether every word that was typed occurs, in any order. */
export function hasAllWords(text: string, typed: string): boolean {
  const plain = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

/** Finds a phenotype by words of its description or by its code; keeps the code. */
export function PhenotypeField({ phenotypes, value, onChange, ...input }: PhenotypeFieldProps) {
  const data = phenotypes.map((phenotype) => ({
    value: phenotype.name,
    label: phenotype.description ? `${phenotype.description} (${phenotype.name})` : phenotype.name,
  }));
  return (
    <Select
      {...input}
      data={data}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      searchable
      clearable
      limit={100}
      nothingFoundMessage="No phenotype has all these words"
      filter={({ options, search }) =>
        options.filter((option) => hasAllWords((option as ComboboxItem).label, search.trim()))
      }
    />
  );
}
