import { Checkbox, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useCallback, useState } from "react";
import { viewFilters } from "@/lib/document/views";
import type { FilterValue, OptionsAnswer } from "@/lib/engine/engine";
import { formatCount } from "@/lib/format/format";
import { useFirstField } from "../focus/useFirstField";
import { ApplyButton } from "./ApplyButton";
import { Bound, Bounds } from "./FilterBounds";
import type { EditorProps } from "./page";
import classes from "./page.module.css";
import { useAsked } from "./useAsked";

/** The field of one filter, as its kind asks for it. */
export function FilterEditor(props: EditorProps) {
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
function Terms({ filter, value, onChange }: EditorProps) {
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
    <form ref={useFirstField()} onSubmit={apply} className={classes.editor}>
      <TextInput
        label={filter.label}
        description={`${hints[filter.type as keyof typeof hints]}. Separate several by commas.`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <ApplyButton />
    </form>
  );
}

const mostOptions = 200;

/** Values of the column with how many rows have them; several are any of them. */
function Options({ filter, value, page, onChange }: EditorProps) {
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
    <Stack ref={useFirstField()} gap="xs" className={classes.editor}>
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

/** A chosen option stays in the list, even if no row has it now. */
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
    return `${formatCount(data.options.length)} of ${formatCount(data.total)} values. Type to find others.`;
  return "";
}
