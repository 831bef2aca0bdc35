import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useCallback, useState } from "react";
import type { Filter } from "@/lib/document/document";
import { viewFilters } from "@/lib/document/views";
import type { FilterValue, OptionsAnswer } from "@/lib/engine/engine";
import { formatCount } from "@/lib/format";
import { formatValue } from "@/lib/format-number";
import { handleValue } from "./filters";
import type { PageProps } from "./page";
import classes from "./page.module.css";
import { useAsked } from "./useAsked";

interface Props {
  filter: Filter;
  value: FilterValue | undefined;
  page: PageProps;
  onChange: (value: FilterValue | undefined) => void;
}

/** The field of one filter, as its kind asks for it. */
export function FilterEditor(props: Props) {
  switch (props.filter.type) {
    case "contains":
    case "exact":
    case "without":
      return <Terms {...props} />;
    case "at_least":
    case "at_most":
      return <Bound {...props} />;
    case "between":
    case "outside":
    case "slider":
      return <Bounds {...props} />;
    default:
      return <Options {...props} />;
  }
}

const listOf = (value: FilterValue | undefined): readonly string[] => (Array.isArray(value) ? value : []);

const hints = {
  contains: "Rows that contain any of these, in any case",
  exact: "Rows that are one of these, in any case",
  without: "Rows with any of these are left out",
} as const;

/** Texts between commas. */
function Terms({ filter, value, onChange }: Props) {
  const [typed, setTyped] = useState(listOf(value).join(", "));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange(
      typed
        .split(",")
        .map((term) => term.trim())
        .filter(Boolean),
    );
  };
  return (
    <form onSubmit={apply} className={classes.editor}>
      <TextInput
        label={filter.label}
        description={`${hints[filter.type as keyof typeof hints]}; commas stand between several.`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Apply />
    </form>
  );
}

const Apply = () => (
  <Group justify="flex-end" mt="xs">
    <Button type="submit" size="xs">
      Apply
    </Button>
  </Group>
);

/** The number that a text is; undefined for none, NaN for what is no number. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replaceAll(",", "");
  return plain === "" ? undefined : Number(plain);
}

const noNumber = "Enter a number, such as 0.05 or 5e-8.";

function Bound({ filter, value, page, onChange }: Props) {
  const [typed, setTyped] = useState(typeof value === "number" ? String(value) : "");
  const [problem, setProblem] = useState<string>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const number = numberOf(typed);
    setProblem(Number.isNaN(number) ? noNumber : undefined);
    if (!Number.isNaN(number)) onChange(number);
  };
  return (
    <form onSubmit={apply} className={classes.editor}>
      <TextInput
        label={`${filter.label} ${filter.type === "at_least" ? "at least" : "at most"}`}
        description={<Extent filter={filter} page={page} />}
        value={typed}
        error={problem}
        inputMode="decimal"
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Apply />
    </form>
  );
}

/** What the column has, to choose within. */
function useRange({ filter, page }: Pick<Props, "filter" | "page">) {
  const { engine } = page;
  const { column } = filter;
  return useAsked(useCallback((signal: AbortSignal) => engine.range(column, undefined, signal), [engine, column])).data;
}

function Extent(props: Pick<Props, "filter" | "page">) {
  const range = useRange(props);
  if (!range) return null;
  if (range.low === undefined) return <>The column has no number.</>;
  return (
    <>
      The column has {formatValue(range.low)} to {formatValue(range.high)}
    </>
  );
}

function Bounds({ filter, value, page, onChange }: Props) {
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
    <form onSubmit={apply} className={classes.editor}>
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
      <Apply />
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

const mostOptions = 200;

/** Values of the column with how many rows have them; several are any of them. */
function Options({ filter, value, page, onChange }: Props) {
  const { engine, document, state } = page;
  const [typed, setTyped] = useState("");
  const chosen = listOf(value);
  const suggests = filter.type === "suggest";
  const { filters, views } = state;
  const ask = useCallback(
    (signal: AbortSignal) =>
      engine.options(
        {
          column: filter.column,
          filters: { ...filters, ...viewFilters(document, views) },
          of: filter.id,
          prefix: typed,
          most: suggests ? 20 : mostOptions,
        },
        signal,
      ),
    [engine, document, filter.column, filter.id, filters, views, typed, suggests],
  );
  const { data, error } = useAsked<OptionsAnswer>(suggests && typed === "" && chosen.length === 0 ? undefined : ask);
  const options = shownOptions(data, chosen, suggests && typed === "");
  const toggle = (text: string) =>
    onChange(chosen.includes(text) ? chosen.filter((other) => other !== text) : [...chosen, text]);
  const wide = (data?.total ?? 0) > 10 || typed !== "" || suggests;
  return (
    <Stack gap="xs" className={classes.editor}>
      {wide && (
        <TextInput
          aria-label={`Find in ${filter.label}`}
          placeholder={suggests ? "Type the beginning" : "Find"}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <ScrollArea.Autosize mah={280}>
        <Stack gap="xs">
          {options.map(({ text, count }) => (
            <Checkbox
              key={text}
              label={count === undefined ? text : `${text} (${formatCount(count)})`}
              checked={chosen.includes(text)}
              onChange={() => toggle(text)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Text size="xs" c="dimmed" role="status">
        {optionsWords(data, error, typed, suggests)}
      </Text>
    </Stack>
  );
}

interface Option {
  text: string;
  count?: number;
}

/** What is chosen stays in the list, also when nothing has it now. */
function shownOptions(data: OptionsAnswer | undefined, chosen: readonly string[], onlyChosen: boolean): Option[] {
  const found = data?.options ?? [];
  const lost = chosen.filter((text) => !found.some((option) => option.text === text));
  const kept = onlyChosen ? found.filter(({ text }) => chosen.includes(text)) : found;
  return [...lost.map((text) => ({ text, count: data ? 0 : undefined }) as Option), ...kept];
}

function optionsWords(data: OptionsAnswer | undefined, error: unknown, typed: string, suggests: boolean): string {
  if (error) return "The values could not be read. Close this and open it again.";
  if (!data) return suggests && typed === "" ? "" : "Reading the values";
  if (data.total === 0) return "Nothing to choose.";
  if (data.total > data.options.length)
    return `${formatCount(data.options.length)} of ${formatCount(data.total)} values; type to find others.`;
  return "";
}
