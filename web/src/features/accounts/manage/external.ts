import type { SgcAccount } from "@/api/accounts";
import type { UsersSearch } from "../search";

const pageSize = 50;

/** Columns that a list from elsewhere can be sorted by, and what of an account they compare. */
const keys: Readonly<Record<string, (user: SgcAccount) => string>> = {
  username: (user) => user.username,
  email: (user) => user.email,
  name: (user) => `${user.last_name} ${user.first_name}`,
  date_joined: (user) => user.date_joined,
};

export interface ExternalPage {
  items: SgcAccount[];
  total: number;
  next_cursor?: string;
}

/** One page of a list that another service gives as a whole: searched, sorted and cut here. */
export function externalPage(users: readonly SgcAccount[], search: UsersSearch): ExternalPage {
  const words = (search.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const found = users.filter((user) => {
    const text = [user.username, user.email, user.first_name, user.last_name].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const descending = search.sort?.startsWith("-") ?? false;
  const key = keys[(search.sort ?? "").replace(/^-/, "")] ?? ((user: SgcAccount) => user.username);
  found.sort((a, b) => key(a).localeCompare(key(b)) * (descending ? -1 : 1));
  const start = Math.max(0, Number.parseInt(search.after?.at(-1) ?? "0", 10) || 0);
  const end = start + pageSize;
  return {
    items: found.slice(start, end),
    total: found.length,
    next_cursor: end < found.length ? String(end) : undefined,
  };
}
