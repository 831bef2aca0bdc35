import { Link } from "@tanstack/react-router";
import type { CohortRow } from "@/api/sgc/sgc";
import { formatAgo, formatCount, formatDateTime } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Day } from "@/ui/Day";
import { WordTag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { statusWords } from "../../words";
import { FilesCell, filesWords } from "./FilesCell";
import { RowMenu } from "./RowMenu";

/** A column of counts of one sex. */
const sex = (sort: string, label: string, of: (row: CohortRow) => number): TableColumn<CohortRow> => ({
  id: sort,
  label,
  card: "no",
  numeric: true,
  sort,
  cell: (row) => formatCount(of(row)),
  text: (row) => String(of(row)),
});

/** The columns of the list. */
export function cohortColumns(now: number, onOwner: (owner: string) => void): TableColumn<CohortRow>[] {
  return [
    {
      id: "name",
      label: "Cohort",
      role: "title",
      sort: "name",
      cell: (row) => (
        <Link to="/sgc/view/$id" params={{ id: row.id }}>
          {row.name}
        </Link>
      ),
      text: (row) => row.name,
    },
    {
      id: "people",
      label: "People",
      numeric: true,
      sort: "total",
      cell: (row) => formatCount(row.total_sample_size),
      text: (row) => String(row.total_sample_size),
    },
    sex("males", "Male", (row) => row.number_of_males),
    sex("females", "Female", (row) => row.number_of_females),
    { id: "files", label: "Files", cell: (row) => <FilesCell row={row} />, text: filesWords },
    {
      id: "status",
      label: "Status",
      card: "state",
      cell: (row) => <WordTag {...statusWords[row.status]} />,
      text: (row) => statusWords[row.status].word,
    },
    {
      id: "activity",
      label: "Last activity",
      muted: true,
      sort: "last_activity",
      cell: (row) => (
        <time dateTime={row.last_activity_at} title={formatDateTime(row.last_activity_at)}>
          {formatAgo(row.last_activity_at, now)}
        </time>
      ),
      text: (row) => row.last_activity_at,
    },
    {
      id: "owner",
      label: "Owner",
      sort: "owner",
      cell: (row) => <TextButton onClick={() => onOwner(row.owner)}>{row.owner}</TextButton>,
      text: (row) => row.owner,
    },
    {
      id: "created",
      card: "no",
      label: "Created",
      muted: true,
      sort: "created_at",
      cell: (row) => <Day at={row.created_at} />,
      text: (row) => row.created_at,
    },
    { id: "menu", label: "", role: "menu", cell: (row) => <RowMenu row={row} /> },
  ];
}
