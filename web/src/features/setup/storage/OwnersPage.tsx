import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type StorageLimits, storageOwnersQuery } from "@/api/server/storage";
import { formatBytes, plural } from "@/lib/format/format";
import { tableOf } from "@/lib/list/table-search";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { ownerColumns } from "./columns";
import { type OwnersSearch, ownersListed, ownersParams } from "./search";

interface Props {
  search: OwnersSearch;
  onSearch: (change: Partial<OwnersSearch>) => void;
}

const limitWords = (limit: number) => (limit === 0 ? "no limit" : formatBytes(limit));

function quotaWords({ datasets, indexes, tables }: StorageLimits): string {
  return `Quotas of each account: data sets ${limitWords(datasets)}, indexes ${limitWords(indexes)}, tables of pages ${limitWords(tables)}.`;
}

/** Who uses how much of the storage, for administrators. */
export function OwnersPage({ search, onSearch }: Props) {
  const list = useQuery(storageOwnersQuery(ownersParams(search)));
  const exported = useListExport("storage-by-account", (at) => storageOwnersQuery({ ...ownersParams(search), ...at }));
  const limits = list.data?.limits;
  const columns = useMemo(() => ownerColumns(limits), [limits]);
  return (
    <>
      <PageHeader
        sub={
          list.data
            ? `${plural(list.data.total, "account uses", "accounts use")} storage. ${quotaWords(list.data.limits)}`
            : !list.error && "Reading the storage of all accounts"
        }
      />
      <QueryTable
        label="Storage by account"
        columns={columns}
        rowKey={({ id }) => id}
        answer={list}
        {...tableOf(ownersListed, search, onSearch)}
        searchLabel="Search name, e-mail"
        empty={
          <EmptyState title="No account uses storage yet">
            Files in data sets, indexes and tables of pages count here. HERMES submissions and files of cohorts belong
            to the consortium and have no quota.
          </EmptyState>
        }
        exported={exported}
      />
    </>
  );
}
