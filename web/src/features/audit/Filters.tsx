import "@mantine/dates/styles.layer.css";
import { Button, VisuallyHidden } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { auditQuery } from "@/api/server/audit";
import { facetsOf } from "@/lib/list/facets";
import { dateFormat, firstDayOfWeek } from "@/theme/constants";
import { SearchInput } from "@/ui/form/SearchInput";
import { FilterChip } from "@/ui/table/FilterChip";
import classes from "./audit.module.css";
import { type AuditSearch, auditParams } from "./search";
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
  const counts = auditQuery(facetsOf(auditParams(search)));
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
        facets={{ query: counts, name: "action" }}
      />
      <FilterChip
        label="Object"
        options={objectChoices(objects, search.object)}
        selected={search.object ? [search.object] : []}
        // The server takes one kind: another choice takes its place.
        onChange={(kinds) => narrow({ object: kinds?.at(-1), object_id: undefined })}
        facets={{ query: counts, name: "object" }}
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
