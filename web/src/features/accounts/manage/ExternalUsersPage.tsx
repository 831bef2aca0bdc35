import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { externalUsersQuery, type SgcAccount } from "@/api/accounts/accounts";
import { plural } from "@/lib/format/format";
import { pageOf } from "@/lib/list/list-page";
import { tableOf } from "@/lib/list/table-search";
import { Day } from "@/ui/Day";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { QueryTable } from "@/ui/table/QueryTable";
import { type UsersSearch, usersListed } from "../search";
import { roleWord } from "../words";
import { shownUsers } from "./external";

interface Props {
  /** Address of the user service. */
  service: string;
  search: UsersSearch;
  onSearch: (change: Partial<UsersSearch>) => void;
  inviteLink: ReactNode;
}

const rowKey = (user: SgcAccount) => user.id;
const nameOf = (user: SgcAccount) => [user.first_name, user.last_name].filter(Boolean).join(" ");
const rolesOf = (user: SgcAccount) => user.roles.map((role) => roleWord("sgc", role).word).join(", ");

const columns: TableColumn<SgcAccount>[] = [
  {
    id: "username",
    label: "User name",
    role: "title",
    sort: "username",
    cell: (u) => u.username,
    text: (u) => u.username,
  },
  { id: "email", label: "E-mail", sort: "email", cell: (u) => u.email || "–", text: (u) => u.email },
  { id: "name", label: "Name", sort: "name", cell: (u) => nameOf(u) || "–", text: nameOf },
  { id: "roles", label: "Roles", cell: (u) => rolesOf(u) || "–", text: rolesOf },
  {
    id: "created",
    label: "Created",
    muted: true,
    sort: "date_joined",
    cell: (u) => <Day at={u.date_joined} />,
    text: (u) => u.date_joined,
  },
  {
    id: "status",
    card: "state",
    label: "Status",
    cell: (u) => (u.is_active ? <Tag tone="pass">Active</Tag> : <Tag tone="neutral">Inactive</Tag>),
    text: (u) => (u.is_active ? "Active" : "Inactive"),
  },
];

/** The accounts of SGC where another user service keeps them: seen here, changed there. */
export function ExternalUsersPage({ service, search, onSearch, inviteLink }: Props) {
  const list = useQuery(externalUsersQuery);
  const shown = list.data && shownUsers(list.data.users, search);
  const count = list.data ? `${plural(list.data.users.length, "account")}. ` : "";
  return (
    <>
      <PageHeader
        sub={`${count}Accounts are kept by the user service at ${service}. Change roles and passwords there.`}
        actions={inviteLink}
      />
      <QueryTable
        label="Accounts"
        columns={columns}
        rowKey={rowKey}
        answer={{ ...list, data: shown && pageOf(shown, search, rowKey) }}
        {...tableOf({ ...usersListed, usualOrder: "username" }, search, onSearch)}
        searchLabel="Search name, e-mail"
        empty={
          <EmptyState title="No accounts yet" actions={inviteLink}>
            All SGC accounts are listed here.
          </EmptyState>
        }
        exported={{ name: "users-sgc", read: async () => ({ items: shown ?? [], total: shown?.length ?? 0 }) }}
      />
    </>
  );
}
