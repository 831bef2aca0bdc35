import { Button } from "@mantine/core";
import { formatAgo, formatDate } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { kinds } from "../kinds";
import { kindWords } from "../words";
import type { CompletenessRow } from "./completeness";
import classes from "./consortium.module.css";

type Column = TableColumn<CompletenessRow>;

function There({ children }: { children: string }) {
  return (
    <span className={classes.there}>
      <span aria-hidden="true">✓</span> {children}
    </span>
  );
}

function Missing() {
  return (
    <span className={classes.missing}>
      <span aria-hidden="true">○</span> missing
    </span>
  );
}

const fileColumns: Column[] = kinds.map((kind) => {
  const at = (row: CompletenessRow) => row.files.find((file) => file.kind === kind)?.uploaded_at;
  return {
    id: kind,
    label: kindWords[kind],
    card: "named",
    narrow: true,
    cell: (row) => {
      const date = at(row);
      return date ? <There>{formatDate(date)}</There> : <Missing />;
    },
    text: (row) => {
      const date = at(row);
      return date ? formatDate(date) : "missing";
    },
  };
});

/** Cohort, its submissions with dates, and how long it has been inactive. */
export function completenessColumns(now: number, onRemind: (row: CompletenessRow) => void): Column[] {
  return [
    {
      id: "name",
      label: "Cohort",
      role: "title",
      sort: "name",
      cell: (row) => (
        <>
          <AnchorLink to="/sgc/view/$id" params={{ id: row.cohort_id }}>
            {row.name}
          </AnchorLink>
          <div className={classes.owner}>{row.owner}</div>
        </>
      ),
      text: (row) => `${row.name}, ${row.owner}`,
    },
    {
      id: "metadata",
      card: "named",
      label: "Questionnaire",
      narrow: true,
      cell: (row) => (row.metadata ? <There>answered</There> : <Missing />),
      text: (row) => (row.metadata ? "answered" : "missing"),
    },
    ...fileColumns,
    {
      id: "validated",
      card: "state",
      label: "Validated",
      narrow: true,
      cell: (row) => <Tag tone={row.validated ? "pass" : "neutral"}>{row.validated ? "Validated" : "Not yet"}</Tag>,
      text: (row) => (row.validated ? "yes" : "no"),
    },
    {
      id: "last_activity",
      card: "named",
      label: "Last activity",
      sort: "last_activity",
      narrow: true,
      muted: true,
      cell: (row) => (
        <time dateTime={row.last_activity_at} title={formatDate(row.last_activity_at)}>
          {formatAgo(row.last_activity_at, now)}
        </time>
      ),
      text: (row) => row.last_activity_at,
    },
    {
      id: "remind",
      label: "",
      role: "menu",
      // Of a validated cohort nothing is missing.
      cell: (row) =>
        !row.validated && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Remind the owner of ${row.name}`}
            onClick={() => onRemind(row)}
          >
            Remind
          </Button>
        ),
    },
  ];
}
