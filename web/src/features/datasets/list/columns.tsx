import { UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { DatasetCodes, DatasetRow } from "@/api/datasets/datasets";
import { formatBytes, formatCount, plural } from "@/lib/format/format";
import { Day } from "@/ui/Day";
import { WordTag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { Outside } from "../page/Outside";
import { labelOf, sharingWords } from "../words";
import classes from "./list.module.css";
import { RowMenu } from "./RowMenu";

/** What the cells need besides their row. */
export interface ColumnNeeds {
  codes: DatasetCodes | undefined;
  /** Rows whose files are shown. */
  open: readonly string[];
  onOpen: (open: string[] | undefined) => void;
  /** Shows only the bin. */
  bin: boolean;
}

/** Id of the element below a row that contains its files. */
export const filesId = (row: DatasetRow) => `files-${row.id}`;

function name(row: DatasetRow, { open, onOpen }: ColumnNeeds) {
  const shown = open.includes(row.id);
  const next = shown ? open.filter((id) => id !== row.id) : [...open, row.id];
  return (
    <div className={classes.name}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={shown}
        aria-controls={shown ? filesId(row) : undefined}
        aria-label={`Files of ${row.name}`}
        onClick={() => onOpen(next.length > 0 ? next : undefined)}
      >
        <span aria-hidden="true">›</span>
      </UnstyledButton>
      <Link to="/datasets/$id" params={{ id: row.id }}>
        {row.name}
      </Link>
    </div>
  );
}

function sharing(row: DatasetRow, codes: DatasetCodes | undefined) {
  return (
    <span title={labelOf(codes?.sharing, row.sharing)}>
      <WordTag {...sharingWords[row.sharing]} />
    </span>
  );
}

/** A column of plain text; a dash where there is none. */
function text(id: string, label: string, of: (row: DatasetRow) => string | undefined): TableColumn<DatasetRow> {
  return { id, label, clip: true, cell: (row) => of(row) || "–", text: (row) => of(row) ?? "" };
}

/** The label of a code: a few words, which a long one is cut to. */
function label(id: string, head: string, of: (row: DatasetRow) => string): TableColumn<DatasetRow> {
  const cell = (row: DatasetRow) => (
    <div className={classes.label} title={of(row)}>
      {of(row)}
    </div>
  );
  return { id, label: head, cell };
}

/** The columns of the list. */
export function listColumns(needs: ColumnNeeds): TableColumn<DatasetRow>[] {
  const { codes, bin } = needs;
  const when: TableColumn<DatasetRow> = bin
    ? { id: "deleted", label: "Deleted", muted: true, cell: (row) => <Day at={row.deleted_at} /> }
    : { id: "updated", label: "Changed", muted: true, sort: "updated_at", cell: (row) => <Day at={row.updated_at} /> };
  return [
    { id: "name", label: "Data set", role: "title", sort: "name", cell: (row) => name(row, needs) },
    text("description", "Description", (row) => row.description),
    { ...text("study", "Study", (row) => row.study), sort: "study" },
    text("institution", "Institution", (row) => row.institution),
    { ...text("phenotypes", "Phenotypes", (row) => row.phenotypes.join(", ")), muted: true },
    label("type", "Data type", (row) => labelOf(codes?.data_type, row.data_type)),
    label("build", "Build", (row) => labelOf(codes?.genome_build, row.genome_build)),
    label("ancestry", "Ancestry", (row) => labelOf(codes?.ancestry, row.ancestry)),
    label("sex", "Sex", (row) => labelOf(codes?.sex, row.sex)),
    {
      id: "n",
      label: "People",
      numeric: true,
      sort: "global_sample_size",
      cell: (row) => formatCount(row.global_sample_size),
    },
    { id: "files", label: "Files", numeric: true, sort: "files", cell: (row) => formatCount(row.files) },
    {
      id: "size",
      card: "no",
      label: "Size of files",
      numeric: true,
      sort: "bytes",
      cell: (row) => (row.files > 0 ? formatBytes(row.bytes) : "–"),
    },
    label("status", "Status", (row) => labelOf(codes?.status, row.status)),
    { id: "sharing", label: "Sharing", card: "state", cell: (row) => sharing(row, codes) },
    text("submitter", "Submitter", (row) => row.data_submitter),
    text("owner", "Owner", (row) => row.owner),
    {
      id: "pub",
      label: "Publication",
      card: "no",
      cell: (row) => (row.pub_id ? <Outside address={row.publication_url} text={row.pub_id} /> : "–"),
    },
    {
      id: "created",
      label: "Registered",
      card: "no",
      muted: true,
      sort: "created_at",
      cell: (row) => <Day at={row.created_at} />,
    },
    when,
    { id: "menu", label: "", role: "menu", cell: (row) => <RowMenu row={row} /> },
  ];
}

/** "3 data sets of yours": what the numbers of the list are about. */
export function summaryWords(total: number, scope: string | undefined, filtered: boolean): string {
  const sets = total === 0 ? "No data set" : plural(total, "data set");
  if (filtered) return `${sets} ${total > 1 ? "match" : "matches"} the search and filters.`;
  if (scope === "mine") return `${sets} of yours.`;
  if (scope === "shared") return `${sets} shared with you.`;
  if (scope === "public") return `${sets} anyone can download.`;
  if (scope === "bin") return `${sets} in the bin. Each is deleted permanently after 30 days.`;
  return `${sets} you can see.`;
}
