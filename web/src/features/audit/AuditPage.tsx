import { Button, Menu } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type AuditEvent, auditExportUrl, auditQuery, verifyAudit } from "@/api/server/audit";
import { plural } from "@/lib/format/format";
import { tableOf } from "@/lib/list/table-search";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { ChainCheck } from "./ChainCheck";
import { auditColumns } from "./columns";
import { EntryDetail } from "./EntryDetail";
import { Filters } from "./Filters";
import { type AuditSearch, auditListed, auditParams } from "./search";

interface Props {
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
}

const rowKey = (event: AuditEvent) => String(event.seq);

/** The audit trail, newest first. */
export function AuditPage({ search, onSearch }: Props) {
  const params = auditParams(search);
  const list = useQuery(auditQuery(params));
  const check = useMutation({ mutationFn: verifyAudit });
  const columns = useMemo(() => auditColumns(search.entry, onSearch), [search.entry, onSearch]);
  const sub =
    list.data && `${plural(list.data.total, "entry", "entries")}${auditListed.isFiltered(search) ? " match" : ""}`;
  return (
    <>
      <PageHeader
        sub={`Who did what, when and from where. Entries are never changed or removed.${sub ? ` ${sub}.` : ""}`}
        actions={
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default">Export</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item component="a" href={auditExportUrl("csv", params)} download>
                  CSV, for spreadsheets
                </Menu.Item>
                <Menu.Item component="a" href={auditExportUrl("jsonl", params)} download>
                  JSON lines, with all hashes
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button onClick={() => check.mutate()} loading={check.isPending}>
              Check the chain
            </Button>
          </>
        }
      />
      <ChainCheck check={check.data} error={check.error} />
      <QueryTable
        label="Entries"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(auditListed, search, onSearch)}
        searchLabel="Search person, object, detail"
        filters={
          <Filters
            search={search}
            onSearch={onSearch}
            actions={list.data?.actions ?? []}
            objects={list.data?.objects ?? []}
            chosenName={list.data?.items.find(({ object_id: id }) => id === search.object_id)?.object_name}
          />
        }
        detail={(event) => (rowKey(event) === search.entry ? <EntryDetail event={event} /> : undefined)}
        empty={
          <EmptyState title="No entries yet">Every sign-in, change, download and decision is recorded here.</EmptyState>
        }
      />
    </>
  );
}
