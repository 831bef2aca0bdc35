import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { linkOptions } from "@tanstack/react-router";
import { indexesQuery } from "@/api/bioindex/bioindex";
import { formatBytes, formatCount, plural } from "@/lib/format/format";
import { facetsOf } from "@/lib/list/facets";
import { tableOf } from "@/lib/list/table-search";
import { own } from "@/lib/own";
import { indexes, useGrants } from "@/lib/permission";
import { examples } from "@/lib/route/examples";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { ScopeTabs } from "@/ui/ScopeTabs";
import { EmptyState } from "@/ui/state/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { indexColumns } from "./columns";
import { type IndexListSearch, indexListParams, list as listed, type Scope } from "./search";

interface Props {
  search: IndexListSearch;
  onSearch: (change: Partial<IndexListSearch>) => void;
}

const tabs: readonly { scope: Scope | undefined; label: string }[] = [
  { scope: undefined, label: "All" },
  { scope: "mine", label: "Mine" },
  { scope: "shared", label: "Shared with me" },
  { scope: "public", label: "Public" },
  { scope: "bin", label: "Bin" },
];

/** Indexes that the caller may query, and how much room there is for own ones. */
export function IndexList({ search, onSearch }: Props) {
  const list = useQuery(indexesQuery(indexListParams(search)));
  const exported = useListExport("indexes", (at) => indexesQuery({ ...indexListParams(search), ...at }));
  const counts = useQuery(indexesQuery(facetsOf({ q: search.q }))).data?.facets?.scope;
  const table = tableOf(listed, search, onSearch);
  const quota = list.data?.quota;
  return (
    <>
      <PageHeader
        sub={
          quota
            ? `${plural(quota.indexes, "index", "indexes")} of your own, ${formatBytes(quota.bytes)}${quota.most_bytes > 0 ? ` of ${formatBytes(quota.most_bytes)}` : ""}; at most ${formatCount(quota.most_indexes)}.`
            : "Tables that you can query by region, gene or key."
        }
        actions={<NewIndex />}
      />
      <ScopeTabs
        label="Which indexes"
        tabs={tabs.map(({ scope, label }) => ({
          label,
          ...(scope && scope !== "bin" && { count: counts ? (own(counts, scope) ?? 0) : null }),
          current: search.scope === scope,
          link: linkOptions({ to: "/minibioindex", search: { ...search, scope, after: undefined } }),
        }))}
      />
      <QueryTable
        label="Indexes"
        columns={indexColumns}
        rowKey={(row) => row.id}
        answer={list}
        {...table}
        filtered={table.filtered || search.scope !== undefined}
        onClearFilters={() => onSearch({ ...listed.noFilters, scope: undefined })}
        searchLabel="Search name, file, owner"
        empty={<NoIndexes />}
        exported={exported}
      />
    </>
  );
}

function NewIndex() {
  return indexes(useGrants()) ? <ButtonLink to="/minibioindex/new">New index</ButtonLink> : null;
}

function NoIndexes() {
  return (
    <EmptyState
      title="No index yet"
      actions={
        <>
          <NewIndex />
          <Button component="a" variant="default" href={examples.summaryStatistics} download>
            Example file
          </Button>
        </>
      }
    >
      An index makes a large table searchable by region, gene, rsID or any other key, here and from a script, within
      milliseconds. It is private until you share it.
    </EmptyState>
  );
}
