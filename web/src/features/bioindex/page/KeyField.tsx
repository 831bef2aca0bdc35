import { useDebouncedValue } from "@mantine/hooks";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { BioIndexBuild } from "@/api/bioindex/bioindex";
import { matchesQuery } from "@/api/bioindex/rows";
import { SuggestField } from "@/ui/form/SuggestField";

interface Props {
  index: string;
  build: BioIndexBuild;
  label: string;
  value: string;
  /** Values of the keys before this one. */
  before: readonly string[];
  placeholder: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

const offered = 12;
const pause = 150; // ms after the last letter

/** The value of a key, with those of the index that begin with what was typed. */
export function KeyField({ index, build, label, value, before, placeholder, error, onValue }: Props) {
  const [typed] = useDebouncedValue(value, pause);
  const query = matchesQuery(index, build.generation, [...before, typed], offered);
  const found = useQuery(typed && before.every(Boolean) ? query : { ...query, queryFn: skipToken });
  const values = found.data?.data ?? [];
  const suggestions = values.filter((one) => one !== value).map((one) => ({ value: one, label: one }));
  return (
    <SuggestField
      id={`key-${label}`}
      label={label}
      value={value}
      suggestions={suggestions}
      loading={found.isFetching}
      placeholder={placeholder}
      onText={onValue}
      onPick={(picked) => onValue(picked.value)}
      {...(error ? { error } : {})}
    />
  );
}
