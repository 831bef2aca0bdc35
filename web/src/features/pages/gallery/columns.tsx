import type { PageRow } from "@/api/pages/pages";
import { formatDate, plural } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { sharingWords, stateWord, untitled } from "../words";
import { RowActions } from "./RowActions";

/** The list of pages. */
export const pageColumns: TableColumn<PageRow>[] = [
  {
    id: "title",
    label: "Title",
    role: "title",
    sort: "title",
    cell: ({ id, title, deleted_at }) =>
      deleted_at ? (
        title || untitled
      ) : (
        <AnchorLink to="/configbuilder" search={{ page: id }}>
          {title || untitled}
        </AnchorLink>
      ),
    text: ({ title }) => title,
  },
  {
    id: "state",
    label: "State",
    cell: (row) => <Tag tone={stateWord(row).tone}>{stateWord(row).word}</Tag>,
    text: (row) => stateWord(row).word,
  },
  {
    id: "address",
    label: "Address",
    cell: ({ published }) => published && <a href={published.address}>{published.address}</a>,
    text: ({ published }) => published?.address ?? "",
  },
  {
    id: "errors",
    label: "Problems",
    cell: ({ errors }) => (errors > 0 ? plural(errors, "problem") : "no problems"),
    text: ({ errors }) => String(errors),
  },
  {
    id: "sharing",
    label: "Sharing",
    cell: ({ sharing }) => sharingWords[sharing].word,
    text: ({ sharing }) => sharing,
  },
  { id: "owner", label: "Owner", muted: true, cell: ({ owner }) => owner, text: ({ owner }) => owner },
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
