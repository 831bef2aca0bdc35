import { useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type AccountArea, type AccountState, accountCountQuery, accountsQuery } from "@/api/accounts/accounts";
import { tableOf } from "@/lib/list/table-search";
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
  return useQueries({
    queries: accountStates.map((state) => accountCountQuery(area, state)),
    combine: (answers) => {
      const counts: Partial<Record<AccountState, number>> = {};
      for (const [at, state] of accountStates.entries()) {
        const count = answers[at]?.data;
        if (count === undefined) return undefined;
        counts[state] = count;
      }
      return counts as Record<AccountState, number>;
    },
  });
}

/** The accounts of an area: who may do what, who was invited, and what can be changed. */
export function UsersPage({ area, self, search, onSearch, inviteLink, choice }: Props) {
  const list = useQuery(accountsQuery(area, listParams(search)));
  const exported = useListExport(`users-${area}`, (at) => accountsQuery(area, { ...listParams(search), ...at }));
  const counts = useCounts(area);
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
            />
            <FilterChip
              label="State"
              options={accountStates.map((value) => ({ value, label: stateWords[value].word, count: counts?.[value] }))}
              selected={search.state ?? []}
              onChange={(state) => onSearch({ state, after: undefined })}
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
