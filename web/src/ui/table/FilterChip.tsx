import { Checkbox, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "@/lib/format/format";
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
}

const manyOptions = 10;

function summary(options: FilterOption[], selected: string[]): string {
  const [first = ""] = selected;
  if (selected.length > 1) return `${selected.length} chosen`;
  return options.find((option) => option.value === first)?.label ?? first;
}

/** One filter of a table: any of several values. */
export function FilterChip({ label, options, selected, onChange }: FilterChipProps) {
  const value = selected.length > 0 ? summary(options, selected) : undefined;
  return (
    <Chip label={label} value={value} onClear={() => onChange(undefined)}>
      {() => <Options options={options} selected={selected} onChange={onChange} label={label} />}
    </Chip>
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
