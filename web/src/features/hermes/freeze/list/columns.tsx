import { Link } from "@tanstack/react-router";
import type { FreezeRow } from "@/api/hermes/freezes";
import { formatDate } from "@/lib/format/format";
import { WordTag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { dayWords, doneWords, freezeStateWords } from "../words";

export const freezeColumns: TableColumn<FreezeRow>[] = [
  {
    id: "name",
    label: "Name",
    role: "title",
    sort: "name",
    cell: ({ id, name }) => (
      <Link to="/hermes/freezes/$id" params={{ id }}>
        {name}
      </Link>
    ),
    text: ({ name }) => name,
  },
  { id: "version", label: "Version", cell: (f) => f.release_version, text: (f) => f.release_version },
  {
    id: "deadline",
    label: "Accepted by",
    muted: true,
    cell: ({ deadline }) => (deadline ? dayWords(deadline) : "–"),
    text: ({ deadline }) => deadline ?? "",
  },
  { id: "results", label: "Results", cell: doneWords, text: doneWords },
  {
    id: "state",
    label: "State",
    card: "state",
    cell: ({ state }) => <WordTag {...freezeStateWords[state]} />,
    text: ({ state }) => freezeStateWords[state].word,
  },
  {
    id: "public",
    label: "Public page",
    card: "no",
    cell: ({ public_name: name }) =>
      name ? (
        <Link to="/p/freezes/$name" params={{ name }} target="_blank">
          {name}
        </Link>
      ) : (
        "–"
      ),
    text: ({ public_name }) => public_name ?? "",
  },
  { id: "by", label: "By", card: "no", muted: true, cell: (f) => f.created_by, text: (f) => f.created_by },
  {
    id: "created",
    label: "Created",
    sort: "created_at",
    muted: true,
    numeric: true,
    cell: (f) => formatDate(f.created_at),
    text: (f) => f.created_at,
  },
];
