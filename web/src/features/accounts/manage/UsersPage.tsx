import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type AccountArea, type AccountState, accountsQuery } from "@/api/accounts/accounts";
import { facetsOf } from "@/lib/list/facets";
import { tableOf } from "@/lib/list/table-search";
import { own } from "@/lib/own";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { accountStates, listParams, type UsersSearch, usersListed } from "../search";
import { areaWords, stateWords, summarySentence, userTypes } from "../words";
import { AccessRequests } from "./AccessRequests";
import { accountColumns } from "./columns";

interface Props {
  area: AccountArea;
  /** User name of who is looking. */
  self: string;
  search: UsersSearch;
  onSearch: (change: Partial<UsersSearch>) => void;
  /** The link to the view where people are invited. */
  inviteLink: ReactNode;
  /** Another choice in front of the filters, such as the area. */
  choice?: ReactNode;
}

const rowKey = (row: { id: string }) => row.id;

/** How many accounts are in each state; undefined while that is read. */
function useCounts(area: AccountArea): Record<AccountState, number> | undefined {
  const counts = useQuery(accountsQuery(area, facetsOf({}))).data?.facets?.state;
  return (
    counts &&
    (Object.fromEntries(accountStates.map((state) => [state, own(counts, state) ?? 0])) as Record<AccountState, number>)
  );
}

/** The accounts of an area: who may do what, who was invited, and what can be changed. */
export function UsersPage({ area, self, search, onSearch, inviteLink, choice }: Props) {
  const list = useQuery(accountsQuery(area, listParams(search)));
  const exported = useListExport(`users-${area}`, (at) => accountsQuery(area, { ...listParams(search), ...at }));
  const counts = useCounts(area);
  const facets = accountsQuery(area, facetsOf(listParams(search)));
  const columns = useMemo(() => accountColumns(area, self), [area, self]);
  return (
    <>
      <PageHeader sub={counts ? summarySentence(counts) : !list.error && "Reading the accounts"} actions={inviteLink} />
      <AccessRequests area={area} />
      <QueryTable
        label="Accounts"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(usersListed, search, onSearch)}
        searchLabel="Search name, e-mail"
        filters={
          <>
            {choice}
            <FilterChip
              label="Role"
              options={userTypes(area).map((type) => ({ value: type.role, label: type.label }))}
              selected={search.role ?? []}
              onChange={(role) => onSearch({ role, after: undefined })}
              facets={{ query: facets, name: "role" }}
            />
            <FilterChip
              label="State"
              options={accountStates.map((value) => ({ value, label: stateWords[value].word }))}
              selected={search.state ?? []}
              onChange={(state) => onSearch({ state, after: undefined })}
              facets={{ query: facets, name: "state" }}
            />
          </>
        }
        empty={
          <EmptyState title="No accounts yet" actions={inviteLink}>
            All accounts of {areaWords[area]} are listed here with role and state. Invite people by e-mail. They choose
            their own password.
          </EmptyState>
        }
        exported={exported}
      />
    </>
  );
}
