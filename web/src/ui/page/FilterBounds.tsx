import { Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useCallback, useState } from "react";
import { formatValue } from "@/lib/format/format-number";
import { useFirstField } from "../focus/useFirstField";
import { ApplyButton } from "./ApplyButton";
import { handleValue } from "./filters";
import type { EditorProps } from "./page";
import classes from "./page.module.css";
import { useAsked } from "./useAsked";

/** The number of a text; undefined for none, NaN for an invalid one. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replaceAll(",", "");
  return plain === "" ? undefined : Number(plain);
}

const noNumber = "Enter a number, such as 0.05 or 5e-8.";

/** One bound. */
export function Bound({ filter, value, page, onChange }: EditorProps) {
  const [typed, setTyped] = useState(typeof value === "number" ? String(value) : "");
  const [problem, setProblem] = useState<string>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const number = numberOf(typed);
    setProblem(Number.isNaN(number) ? noNumber : undefined);
    if (!Number.isNaN(number)) onChange(number);
  };
  return (
    <form ref={useFirstField()} onSubmit={apply} className={classes.editor}>
      <TextInput
        label={`${filter.label} ${filter.type === "at_least" ? "at least" : "at most"}`}
        description={<Extent filter={filter} page={page} />}
        value={typed}
        error={problem}
        inputMode="decimal"
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <ApplyButton />
    </form>
  );
}

/** What the column has, to choose within. */
function useRange({ filter, page }: Pick<EditorProps, "filter" | "page">) {
  const { engine } = page;
  const { column } = filter;
  return useAsked(useCallback((signal: AbortSignal) => engine.range(column, undefined, signal), [engine, column])).data;
}

function Extent(props: Pick<EditorProps, "filter" | "page">) {
  const range = useRange(props);
  if (!range) return null;
  if (range.low === undefined) return <>The column has no number.</>;
  return (
    <>
      The column has {formatValue(range.low)} to {formatValue(range.high)}
    </>
  );
}

/** Two bounds, which may have handles. */
export function Bounds({ filter, value, page, onChange }: EditorProps) {
  const now = (value ?? {}) as { low?: number; high?: number };
  const [typed, setTyped] = useState({ low: now.low?.toString() ?? "", high: now.high?.toString() ?? "" });
  const [problem, setProblem] = useState<string>();
  const range = useRange({ filter, page });
  const outside = filter.type === "outside";
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [low, high] = [numberOf(typed.low), numberOf(typed.high)];
    if (Number.isNaN(low) || Number.isNaN(high)) return setProblem(noNumber);
    if (low !== undefined && high !== undefined && low > high)
      return setProblem("The first is larger than the second.");
    setProblem(undefined);
    onChange({ ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) });
  };
  const field = (end: "low" | "high", label: string) => (
    <TextInput
      label={label}
      value={typed[end]}
      inputMode="decimal"
      onChange={(event) => setTyped({ ...typed, [end]: event.currentTarget.value })}
      {...(end === "low" ? { "data-autofocus": true } : {})}
    />
  );
  return (
    <form ref={useFirstField()} onSubmit={apply} className={classes.editor}>
      <Text size="sm" fw={560}>
        {filter.label}
      </Text>
      <Text size="xs" c="dimmed">
        <Extent filter={filter} page={page} />
      </Text>
      <Group grow align="end" gap="xs">
        {field("low", outside ? "At most" : "From")}
        {field("high", outside ? "or at least" : "to")}
      </Group>
      {filter.type === "slider" && range?.low !== undefined && range.high !== undefined && (
        <Handles
          label={filter.label}
          range={[range.low, range.high]}
          low={numberOf(typed.low) ?? range.low}
          high={numberOf(typed.high) ?? range.high}
          onChange={(low, high) => setTyped({ low: String(low), high: String(high) })}
        />
      )}
      {problem && (
        <Text size="xs" c="red" role="alert">
          {problem}
        </Text>
      )}
      <ApplyButton />
    </form>
  );
}

interface HandlesProps {
  label: string;
  range: readonly [number, number];
  low: number;
  high: number;
  onChange: (low: number, high: number) => void;
}

/** Two handles under each other; neither passes the other. */
function Handles({ label, range: [least, most], low, high, onChange }: HandlesProps) {
  const common = { type: "range", min: least, max: most, step: "any", className: classes.handle } as const;
  const at = (handle: HTMLInputElement) => handleValue(Number(handle.value), [least, most]);
  return (
    <>
      <input
        {...common}
        aria-label={`${label}, from`}
        value={low}
        onChange={(event) => onChange(Math.min(at(event.currentTarget), high), high)}
      />
      <input
        {...common}
        aria-label={`${label}, to`}
        value={high}
        onChange={(event) => onChange(low, Math.max(at(event.currentTarget), low))}
      />
    </>
  );
}
