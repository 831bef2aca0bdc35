import { z } from "zod";
import type { AccountListParams, AccountState } from "@/api/accounts";
import { searchList, tableSearch } from "@/lib/table-search";
import { accountStates } from "./words";

export const defaultSort = "user_name";
export const pageSize = 50;

const sorts = ["user_name", "name", "created_at", "last_login"].flatMap((word) => [word, `-${word}`]);

/** Where somebody new is made: not, by invitation, several at once, or with a temporary password. */
export const waysIn = ["invite", "several", "password"] as const;
export type WayIn = (typeof waysIn)[number];

/** What a page of users keeps in the address. */
export const usersSearch = tableSearch.extend({ role: searchList, state: searchList });
export type UsersSearch = z.infer<typeof usersSearch>;

/** Which way to invite stands in the address. */
export const inviteSearch = z.object({ by: z.enum(waysIn).optional().catch(undefined) });

/** The page of users that also holds the view for somebody new, at `?new=1`. */
export const usersAndNewSearch = usersSearch.extend({
  new: z.coerce.number().int().min(1).max(1).optional().catch(undefined),
  by: inviteSearch.shape.by,
});

/** The same for administrators, who look at one area or at all. */
export const adminUsersSearch = usersAndNewSearch.extend({
  area: z.enum(["hermes", "sgc", "datasets"]).optional().catch(undefined),
});

function isState(word: string): word is AccountState {
  return (accountStates as string[]).includes(word);
}

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function listParams(search: UsersSearch): AccountListParams {
  const sort = sorts.includes(search.sort ?? "") ? (search.sort as AccountListParams["sort"]) : defaultSort;
  return {
    limit: pageSize,
    sort,
    q: search.q,
    cursor: search.after?.at(-1),
    role: search.role,
    state: search.state?.filter(isState),
  };
}

export function isFiltered(search: UsersSearch): boolean {
  return Boolean(search.q || search.role?.length || search.state?.length);
}

export const noFilters = { q: undefined, role: undefined, state: undefined, after: undefined };
