import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { codesQuery, type DatasetRow, datasetsQuery } from "@/api/datasets/datasets";
import { exportUrl } from "@/api/datasets/urls";
import { tableOf } from "@/lib/list/table-search";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { ScopeTabs } from "@/ui/ScopeTabs";
import { QueryTable } from "@/ui/table/QueryTable";
import { listColumns, summaryWords } from "./columns";
import { Filters } from "./Filters";
import { NoDatasets } from "./NoDatasets";
import { RowFiles } from "./RowFiles";
import { scopeTabs } from "./scopes";
import { exportParams, type ListSearch, list as listed, listParams, toView } from "./search";
import { useHidden } from "./useHidden";
import { Views } from "./Views";

interface Props {
  account: { id: string; user_name: string };
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Takes the place of the whole search. */
  onApply: (search: ListSearch) => void;
}

const rowKey = (row: DatasetRow) => row.id;
const none: never[] = [];

/** The data sets that this account may see. */
export function DatasetList({ account, search, onSearch, onApply }: Props) {
  const list = useQuery(datasetsQuery(listParams(search)));
  const codes = useQuery(codesQuery).data;
  const { hidden, choose } = useHidden(account.id, search.hide);
  const open = search.open ?? none;
  const bin = search.scope === "bin";
  const columns = useMemo(
    () => listColumns({ codes, open, onOpen: (next) => onSearch({ open: next }), bin }),
    [codes, open, onSearch, bin],
  );
  const table = tableOf(listed, { ...search, hide: hidden }, onTable);
  const { filtered } = table;
  const total = list.data?.total;
  // While there is nothing at all, the empty state has the first action.
  const nothing = total === 0 && !filtered && (search.scope === undefined || search.scope === "mine");

  function onTable(change: Partial<ListSearch>) {
    onSearch("hide" in change ? { ...change, hide: choose(change.hide) } : change);
  }

  return (
    <>
      <PageHeader
        sub={
          total === undefined
            ? !list.error && "Reading the list"
            : !nothing && summaryWords(total, search.scope, filtered)
        }
        actions={!nothing && <Actions search={search} total={total} />}
      />
      <ScopeTabs label="Which data sets" tabs={scopeTabs(search)}>
        <Views current={toView(search, hidden)} onApply={onApply} />
      </ScopeTabs>
      <QueryTable
        label="Data sets"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...table}
        searchLabel="Search name, study, phenotype"
        filters={
          <Filters search={search} onSearch={onSearch} rows={list.data?.items ?? none} userName={account.user_name} />
        }
        empty={<NoDatasets scope={search.scope} />}
        detail={(row) => (open.includes(row.id) ? <RowFiles row={row} /> : undefined)}
      />
    </>
  );
}

function Actions({ search, total }: { search: ListSearch; total: number | undefined }) {
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" disabled={!total}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={exportUrl("csv", exportParams(search))} download>
            CSV, for spreadsheets
          </Menu.Item>
          <Menu.Item component="a" href={exportUrl("json", exportParams(search))} download>
            JSON, for programs
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ButtonLink to="/datasets/import" variant="default">
        Import from a sheet
      </ButtonLink>
      <ButtonLink to="/datasets/new">Register a data set</ButtonLink>
    </>
  );
}
