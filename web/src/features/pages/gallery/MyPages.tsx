import { useQuery } from "@tanstack/react-query";
import { pagesQuery } from "@/api/pages/pages";
import { tableOf } from "@/lib/list/table-search";
import { own } from "@/lib/own";
import { ButtonLink } from "@/ui/action/links";
import { EmptyState } from "@/ui/state/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { pageColumns } from "./columns";
import { list as listed, pageListParams } from "./params";
import type { GalleryProps } from "./search";

const empty: Record<string, string> = {
  mine: "A page is private until you share or publish it. Changes are saved automatically.",
  shared: "Pages shared with you appear here.",
  bin: "Deleted pages stay here for 30 days.",
};

/** One's own pages, those shared with one, or the bin. */
export function MyPages({ search, onSearch }: GalleryProps) {
  const list = useQuery(pagesQuery(pageListParams(search)));
  const exported = useListExport("pages", (at) => pagesQuery({ ...pageListParams(search), ...at }));
  return (
    <QueryTable
      label="Pages"
      columns={pageColumns}
      rowKey={(row) => row.id}
      answer={list}
      {...tableOf(listed, search, onSearch)}
      searchLabel="Search title, owner"
      empty={
        <EmptyState
          title="No page here"
          actions={search.scope === "mine" && <ButtonLink to="/configbuilder">New page</ButtonLink>}
        >
          {own(empty, search.scope ?? "mine")}
        </EmptyState>
      }
      exported={exported}
    />
  );
}
