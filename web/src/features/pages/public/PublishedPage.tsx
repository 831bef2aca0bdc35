import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { browseSurroundQuery } from "@/api/browse/browse";
import { type PublishedPage, publishedPageQuery } from "@/api/pages/published";
import { type PublishedTable, publishedOverview, tableOf } from "@/api/pages/published-table";
import { ApiError } from "@/lib/api-error";
import { documentSchema, type PageDocument } from "@/lib/document/document";
import { type PageSearch, pageSearch } from "@/lib/document/pageSearch";
import { readState, writeState } from "@/lib/document/pageState";
import { formatDate, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { useFocusNear } from "@/ui/focus/useFocusNear";
import { PageHeader, useTitle } from "@/ui/PageHeader";
import { PageView } from "@/ui/page/PageView";
import { Answered, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { EmptyState } from "@/ui/state/states";
import classes from "./published.module.css";
import { useTableEngine } from "./useTableEngine";

const NotPublished = late(() => import("./NotPublished").then((part) => part.NotPublished));
const EmbedCode = late(() => import("./EmbedCode").then((part) => part.EmbedCode));

interface Props {
  slug: string;
  search: PageSearch;
  onSearch: (search: PageSearch) => void;
  /** Within the page of another site: for reading, without a bar. */
  embedded?: boolean;
}

/** A published page, as everyone sees it. If it is withdrawn while open, it disappears. */
export function PublishedPageView({ slug, search, onSearch, embedded = false }: Props) {
  const page = useQuery(publishedPageQuery(slug));
  useFocusNear();
  if (page.error instanceof ApiError && page.error.status === 404) return <NotPublished embedded={embedded} />;
  return (
    <Answered what="the page" answer={page} {...(embedded ? {} : { frame: onPage })}>
      {(data) => <Read page={data} slug={slug} search={search} onSearch={onSearch} embedded={embedded} />}
    </Answered>
  );
}

interface ReadProps extends Required<Props> {
  page: PublishedPage;
}

function Read({ page, embedded, ...rest }: ReadProps) {
  const document = useMemo(() => documentSchema.safeParse(page.document), [page.document]);
  const table = tableOf(page);
  const body = document.success ? (
    <Shown page={page} table={table} document={document.data} embedded={embedded} {...rest} />
  ) : (
    <Card>
      <EmptyState title="This page cannot be shown here">
        It was made by a newer version of this program, or is damaged. Its owner can publish it again.
      </EmptyState>
    </Card>
  );
  if (embedded) return <Embedded page={page}>{body}</Embedded>;
  return (
    <>
      <PageHeader
        title={page.title}
        sub={<State page={page} table={table} />}
        actions={<EmbedCode slug={page.slug} title={page.title} allowed={page.embeddable} />}
      />
      <div className={classes.page}>{body}</div>
    </>
  );
}

function State({ page, table }: { page: PublishedPage; table: PublishedTable }) {
  const { source } = table;
  return (
    <>
      {page.owner} · published {formatDate(page.published_at)}
      {table.rows !== undefined && <> · {plural(table.rows, "row")}</>}
      <div className={classes.meta}>
        From{" "}
        {source.kind === "dataset_file" && source.id ? (
          <>
            {source.name} of a{" "}
            <Link to="/p/datasets/$id" params={{ id: source.id }}>
              data set, with how to cite it
            </Link>
          </>
        ) : (
          source.name
        )}
      </div>
    </>
  );
}

/** Only the page and where it comes from. */
function Embedded({ page, children }: { page: PublishedPage; children: React.ReactNode }) {
  useTitle(page.title);
  return (
    <main className={classes.embed}>
      <div className={classes.embedHead}>
        <h1 className={classes.embedTitle}>{page.title}</h1>
        <a href={page.address} target="_blank" rel="noopener">
          Open the page
        </a>
      </div>
      {children}
    </main>
  );
}

interface ShownProps extends Omit<ReadProps, "page"> {
  page: PublishedPage;
  table: PublishedTable;
  document: PageDocument;
}

function Shown({ slug, page: { owner }, table, document, search, onSearch }: ShownProps) {
  const engine = useTableEngine(slug, table, document);
  const state = useMemo(() => readState(pageSearch.parse(search), document), [search, document]);
  if (table.state !== "ready") {
    return (
      <Card>
        <div role="status">
          <EmptyState title="The table of this page is not ready">
            {table.state === "building"
              ? "The table is being built. The page appears when it is ready."
              : `The table could not be built. Contact the owner of the page, ${owner}.`}
          </EmptyState>
        </div>
      </Card>
    );
  }
  if (!engine) return null;
  return (
    <PageView
      document={document}
      table={table}
      engine={engine}
      state={state}
      onState={(next) => onSearch(writeState(next, document))}
      overview={table.overview ? (signal) => publishedOverview(slug, signal) : undefined}
      surround={browseSurroundQuery}
    />
  );
}
