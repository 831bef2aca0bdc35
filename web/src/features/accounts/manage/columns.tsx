import { Group } from "@mantine/core";
import type { Account, AccountArea } from "@/api/accounts/accounts";
import { formatCount, formatDateTime } from "@/lib/format/format";
import { Day } from "@/ui/Day";
import { Tag, WordTag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import classes from "../accounts.module.css";
import { personName, roleWord, stateWords } from "../words";
import { RowMenu } from "./RowMenu";

function who(account: Account) {
  const name = personName(account);
  const contact = account.email && account.email !== account.user_name ? account.email : "";
  const second = [name === account.user_name ? "" : account.user_name, contact].filter(Boolean).join(" · ");
  return (
    <>
      {name}
      {second && <span className={classes.second}>{second}</span>}
    </>
  );
}

function Roles({ area, account: { roles, manages } }: { area: AccountArea; account: Account }) {
  if (roles.length === 0) return "–";
  return (
    <Group gap={4}>
      {roles.map((role) => (
        <WordTag key={role} {...roleWord(area, role)} />
      ))}
      {manages.length > 0 && <Tag tone="neutral">manages users{area === "all" && ` of ${manages.join(", ")}`}</Tag>}
    </Group>
  );
}

function state({ state, invitation_expires_at: until }: Account) {
  return (
    <>
      <WordTag {...stateWords[state]} />
      {state === "invited" && until && <span className={classes.second}>until {formatDateTime(until)}</span>}
    </>
  );
}

function secondFactor(account: Account): string {
  if (account.second_factor) return "On";
  return account.linked ? "Off, linked sign-in" : "Off";
}

/** The columns of a list of accounts. */
export function accountColumns(area: AccountArea, self: string): TableColumn<Account>[] {
  const roles = (account: Account) =>
    [
      ...account.roles.map((role) => roleWord(area, role).word),
      ...(account.manages.length > 0 ? ["manages users"] : []),
    ].join(", ");
  return [
    { id: "user", label: "User", role: "title", sort: "name", cell: who, text: (a) => a.user_name },
    {
      id: "role",
      label: area === "all" ? "Roles" : "Role",
      cell: (a) => <Roles area={area} account={a} />,
      text: roles,
    },
    { id: "state", label: "State", card: "state", cell: state, text: (a) => stateWords[a.state].word },
    {
      id: "login",
      card: "named",
      label: "Last sign-in",
      muted: true,
      sort: "last_login",
      cell: (a) => <Day at={a.last_login} never="never" />,
      text: (a) => a.last_login ?? "",
    },
    {
      id: "created",
      card: "no",
      label: "Created on",
      muted: true,
      sort: "created_at",
      cell: (a) => <Day at={a.created_at} />,
      text: (a) => a.created_at,
    },
    { id: "factor", label: "Second factor", card: "named", muted: true, cell: secondFactor, text: secondFactor },
    {
      id: "sessions",
      card: "no",
      label: "Sessions",
      numeric: true,
      sort: "sessions",
      cell: (a) => formatCount(a.sessions),
      text: (a) => String(a.sessions),
    },
    { id: "menu", label: "", role: "menu", cell: (a) => <RowMenu area={area} account={a} self={self} /> },
  ];
}
