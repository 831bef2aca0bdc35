import "@mantine/dates/styles.layer.css";
import { Button, NativeSelect, VisuallyHidden } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { dateFormat, firstDayOfWeek } from "@/theme/constants";
import { SearchInput } from "@/ui/form/SearchInput";
import { FilterChip } from "@/ui/table/FilterChip";
import classes from "./audit.module.css";
import type { AuditSearch } from "./search";
import { actionChoices, objectChoices } from "./words";

interface Props {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
  /** Actions that the server knows. */
  actions: readonly string[];
  /** Kinds of object that the server knows. */
  objects: readonly string[];
  /** What the one object that is asked for is called. */
  chosenName: string | undefined;
}

/** Who, what, on which kind of object, and when. */
export function Filters({ search, onSearch, actions, objects, chosenName }: Props) {
  const chosen = search.action ?? [];
  const narrow = (change: Partial<AuditSearch>) => onSearch({ ...change, after: undefined });
  return (
    <>
      <SearchInput
        className={classes.who}
        label="Exact user name"
        autoCapitalize="none"
        spellCheck={false}
        value={search.actor ?? ""}
        onChange={(actor) => narrow({ actor })}
      />
      <FilterChip
        label="Action"
        options={actionChoices([...new Set([...actions, ...chosen])])}
        selected={chosen}
        onChange={(action) => narrow({ action })}
      />
      <NativeSelect
        w={190}
        aria-label="Kind of object"
        value={search.object ?? ""}
        onChange={(event) => narrow({ object: event.currentTarget.value || undefined, object_id: undefined })}
        data={[{ value: "", label: "Any object" }, ...objectChoices(objects, search.object)]}
      />
      {search.object_id && (
        <Button variant="light" size="xs" onClick={() => narrow({ object_id: undefined })}>
          Only {chosenName ?? search.object_id} <span aria-hidden="true">&nbsp;✕</span>
          <VisuallyHidden>, show all</VisuallyHidden>
        </Button>
      )}
      <Day label="From" value={search.from} onChange={(from) => narrow({ from })} />
      <Day label="To" value={search.to} onChange={(to) => narrow({ to })} />
    </>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <DateInput
      w={130}
      aria-label={`${label} day`}
      placeholder={`${label} day`}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
      valueFormat={dateFormat}
      firstDayOfWeek={firstDayOfWeek}
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
    />
  );
}
