import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Page, pageQuery } from "@/api/pages/pages";
import { tableQuery } from "@/api/pages/tables";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { readDocument } from "../document";
import { untitled } from "../words";
import { Builder } from "./Builder";
import type { BuilderSearch } from "./search";
import { Unready } from "./Unready";

interface Props {
  id: string;
  search: BuilderSearch;
}

/** A saved page, open to be built. */
export function BuilderPage({ id, search }: Props) {
  const page = useQuery(pageQuery(id));
  return (
    <Answered what="the page" answer={page} loading={<PageSkeleton label="Reading the page" />} frame={onPage}>
      {(data) => <Read page={data} search={search} />}
    </Answered>
  );
}

function Read({ page, search }: { page: Page; search: BuilderSearch }) {
  const read = useMemo(() => readDocument(page.document), [page.document]);
  if ("refused" in read) {
    return (
      <>
        <PageHeader title={page.title || untitled} />
        <Notice tone="fail" title="This page cannot be opened here">
          {read.refused}
        </Notice>
      </>
    );
  }
  return <WithTable page={{ ...page, document: read.document }} search={search} />;
}

type WithTableProps = Omit<Parameters<typeof Builder>[0], "table">;

function WithTable({ page, search }: WithTableProps) {
  const table = useQuery(tableQuery(page.table));
  return (
    <Answered what="the table" answer={table} loading={<PageSkeleton label="Reading the table" />} frame={onPage}>
      {(data) =>
        data.state === "ready" ? (
          <Builder key={page.id} page={page} table={data} search={search} />
        ) : (
          <>
            <PageHeader title={page.title || untitled} />
            <Unready table={data} page={page.id} />
          </>
        )
      }
    </Answered>
  );
}
