import { Checkbox, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "@/lib/format/format";
import type { FacetsQuery } from "@/lib/list/facets";
import { own } from "@/lib/own";
import { Chip } from "./Chip";
import classes from "./Chip.module.css";

export interface FilterOption {
  value: string;
  label: string;
  /** The number of matching rows, if the server returns it. */
  count?: number;
}

interface FilterChipProps {
  label: string;
  options: FilterOption[];
  selected: string[];
  onChange: (selected: string[] | undefined) => void;
  /** Counts the matches of each option; read when the filter is opened. */
  facets?: { query: FacetsQuery; name: string };
}

const manyOptions = 10;

function summary(options: FilterOption[], selected: string[]): string {
  const [first = ""] = selected;
  if (selected.length > 1) return `${selected.length} chosen`;
  return options.find((option) => option.value === first)?.label ?? first;
}

/** One filter of a table: any of several values. */
export function FilterChip({ facets, ...props }: FilterChipProps) {
  const { label, options, selected, onChange } = props;
  const value = selected.length > 0 ? summary(options, selected) : undefined;
  return (
    <Chip label={label} value={value} onClear={() => onChange(undefined)}>
      {() => (facets ? <Counted {...props} facets={facets} /> : <Options {...props} />)}
    </Chip>
  );
}

function Counted({ facets, options, ...props }: Required<FilterChipProps>) {
  const counts = useQuery(facets.query).data?.facets;
  const values = counts && own(counts, facets.name);
  return (
    <Options
      {...props}
      options={options.map((option) => (values ? { ...option, count: own(values, option.value) ?? 0 } : option))}
    />
  );
}

function Options({ label, options, selected, onChange }: FilterChipProps) {
  const [typed, setTyped] = useState("");
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = options.filter((option) => words.every((word) => option.label.toLowerCase().includes(word)));

  function toggle(value: string) {
    const next = selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value];
    onChange(next.length > 0 ? next : undefined);
  }

  return (
    <Stack gap="xs" className={classes.options}>
      {options.length > manyOptions && (
        <TextInput
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={280}>
        <Stack gap="xs">
          {matching.map((option) => (
            <Checkbox
              key={option.value}
              label={option.count === undefined ? option.label : `${option.label} (${formatCount(option.count)})`}
              checked={selected.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
          ))}
          {matching.length === 0 && (
            <Text size="xs" c="dimmed">
              Nothing to choose.
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}
