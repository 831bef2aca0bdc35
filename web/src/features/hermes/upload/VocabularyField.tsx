import { useQuery } from "@tanstack/react-query";
import { vocabulariesQuery } from "@/api/hermes/hermes";
import { plural } from "@/lib/format/format";
import { SuggestField, type Suggestion } from "@/ui/form/SuggestField";
import type { MetadataKey } from "./fields";

/** Fields whose texts the server has suggestions for. */
const suggested: readonly MetadataKey[] = [
  "cohort",
  "contactPerson",
  "genotypingArray",
  "callingAlgorithm",
  "imputationSoftware",
  "imputationReference",
  "imputationQualityMeasure",
  "analysisSoftware",
  "statisticalModel",
];

export const suggestsFor = (key: MetadataKey) => suggested.includes(key);

const most = 8;

interface Term {
  value: string;
  /** Submissions of the consortium that have it. */
  used: number;
}

/** The texts that hold every word that is typed; none when one of them is typed already. */
export function suggestionsFor(terms: readonly Term[], typed: string): Suggestion[] {
  const text = typed.trim().toLowerCase();
  if (terms.some(({ value }) => value.toLowerCase() === text)) return [];
  const words = text.split(/\s+/);
  return terms
    .filter(({ value }) => words.every((word) => value.toLowerCase().includes(word)))
    .slice(0, most)
    .map(({ value, used }) => ({
      value,
      label: value,
      detail: used > 0 ? `in ${plural(used, "submission")}` : undefined,
    }));
}

interface VocabularyFieldProps {
  id: string;
  label: string;
  name: string;
  field: MetadataKey;
  required?: boolean;
  description?: string;
  error?: string;
  maxLength?: number;
  value: string;
  onValue: (value: string) => void;
}

/** A free text with the values that the consortium uses already, and well-known ones, to pick from. */
export function VocabularyField({ field, value, onValue, name: _name, ...input }: VocabularyFieldProps) {
  const { data } = useQuery(vocabulariesQuery);
  const terms = data?.items.find((vocabulary) => vocabulary.field === field)?.values ?? [];
  return (
    <SuggestField
      {...input}
      value={value}
      suggestions={suggestionsFor(terms, value)}
      onText={onValue}
      onPick={(picked) => onValue(picked.value)}
    />
  );
}
