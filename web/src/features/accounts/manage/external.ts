import type { SgcAccount } from "@/api/accounts/accounts";
import { type Compare, inOrder, matching } from "@/lib/list/list-page";
import type { TableSearch } from "@/lib/list/table-search";

const by =
  (key: (user: SgcAccount) => string): Compare<SgcAccount> =>
  (a, b) =>
    key(a).localeCompare(key(b));

const compares: Readonly<Record<string, Compare<SgcAccount>>> = {
  username: by((user) => user.username),
  email: by((user) => user.email),
  name: by((user) => `${user.last_name} ${user.first_name}`),
  date_joined: by((user) => user.date_joined),
};

/** The accounts that another service gave as a whole: those that the search finds, in its order. */
export function shownUsers(users: readonly SgcAccount[], { q, sort }: TableSearch): SgcAccount[] {
  const textOf = (user: SgcAccount) => [user.username, user.email, user.first_name, user.last_name].join(" ");
  return inOrder(
    matching(users, q, textOf),
    sort,
    compares,
    by((user) => user.username),
  );
}
