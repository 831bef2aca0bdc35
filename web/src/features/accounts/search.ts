import { z } from "zod/mini";
import type { AccountListParams, AccountState } from "@/api/accounts/accounts";
import { listOf, maybe, searchList } from "@/lib/list/table-search";

/** The view for a new user: none, by invitation, several at once, or with a temporary password. */
export const waysIn = ["invite", "several", "password"] as const;
export type WayIn = (typeof waysIn)[number];

export const usersListed = listOf(
  { role: searchList, state: searchList },
  { columns: ["user_name", "name", "created_at", "last_login", "sessions"], usual: "user_name" },
);

/** What a page of users keeps in the address. */
export const usersSearch = usersListed.search;
export type UsersSearch = z.infer<typeof usersSearch>;

/** The way to invite is in the address. */
export const inviteSearch = z.object({ by: maybe(z.enum(waysIn)) });

/** The page of users that also contains the view for a new user, at `?new=1`. */
export const usersAndNewSearch = z.extend(usersSearch, {
  new: maybe(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1))),
  by: inviteSearch.shape.by,
});

/** The same for administrators, who look at one area or at all. */
export const adminUsersSearch = z.extend(usersAndNewSearch, {
  area: maybe(z.enum(["hermes", "sgc", "datasets"])),
});

/** In the order of their filter. */
export const accountStates = ["active", "invited", "expired", "disabled"] as const satisfies readonly AccountState[];

function isState(word: string): word is AccountState {
  return (accountStates as readonly string[]).includes(word);
}

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function listParams(search: UsersSearch): AccountListParams {
  return {
    ...usersListed.questionOf(search),
    role: search.role,
    state: search.state?.filter(isState),
  };
}
