import type { BioIndexRow } from "@/api/bioindex/bioindex";
import { formatBytes, formatCount, formatDate, formatShare } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { AnchorLink } from "@/ui/action/links";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { readSchema, schemaWords } from "../schema";
import { sharingWords, statusWords } from "../words";
import { RowActions } from "./RowActions";

/** "Building · 62 %"; the page of the index reports a failed build next to a working one. */
function stateWord({ status, job }: BioIndexRow): string {
  const { word } = statusWords[status];
  const share = status === "building" && job && job.total > 0 ? ` · ${formatShare(job.done / job.total)}` : "";
  return word + share;
}

export const indexColumns: TableColumn<BioIndexRow>[] = [
  {
    id: "name",
    label: "Name",
    role: "title",
    sort: "name",
    cell: ({ id, name }) => (
      <AnchorLink to="/minibioindex/$id" params={{ id }}>
        {name}
      </AnchorLink>
    ),
    text: ({ name }) => name,
  },
  {
    id: "status",
    label: "State",
    card: "state",
    cell: (row) => <Tag tone={statusWords[row.status].tone}>{stateWord(row)}</Tag>,
    text: stateWord,
  },
  {
    id: "schema",
    label: "Answers",
    clip: true,
    cell: ({ schema }) => schemaWords(readSchema(schema)),
    text: ({ schema }) => schema,
  },
  {
    id: "build",
    label: "Genome build",
    cell: ({ genome_build }) => (genome_build ? buildName(genome_build) : "–"),
    text: ({ genome_build }) => genome_build ?? "",
  },
  {
    id: "rows",
    label: "Rows",
    numeric: true,
    sort: "rows",
    cell: ({ rows }) => formatCount(rows),
    text: ({ rows }) => String(rows ?? ""),
  },
  {
    id: "bytes",
    label: "Size",
    numeric: true,
    sort: "bytes",
    cell: ({ bytes }) => formatBytes(bytes),
    text: ({ bytes }) => String(bytes),
  },
  {
    id: "sharing",
    label: "Sharing",
    cell: ({ sharing }) => sharingWords[sharing].word,
    text: ({ sharing }) => sharing,
  },
  { id: "owner", label: "Owner", muted: true, sort: "owner", cell: ({ owner }) => owner, text: ({ owner }) => owner },
  {
    id: "updated_at",
    label: "Changed",
    muted: true,
    sort: "updated_at",
    cell: ({ updated_at }) => formatDate(updated_at),
    text: ({ updated_at }) => updated_at,
  },
  { id: "menu", label: "Actions", role: "menu", cell: (row) => <RowActions row={row} /> },
];
