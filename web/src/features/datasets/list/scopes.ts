import { linkOptions } from "@tanstack/react-router";
import type { ScopeTab } from "@/ui/ScopeTabs";
import type { ListSearch, Scope } from "./search";

const tabs: readonly { scope: Scope | undefined; label: string }[] = [
  { scope: undefined, label: "All" },
  { scope: "mine", label: "Mine" },
  { scope: "shared", label: "Shared with me" },
  { scope: "public", label: "Public" },
  { scope: "bin", label: "Bin" },
];

/** What stays of the search in another tab: filters that it answers by itself are dropped. */
function inScope(search: ListSearch, scope: Scope | undefined): ListSearch {
  return {
    ...search,
    scope,
    after: undefined,
    open: undefined,
    owner: scope === "mine" ? undefined : search.owner,
    sharing: scope === "public" ? undefined : search.sharing,
  };
}

/** Whose data sets are shown. */
export function scopeTabs(search: ListSearch): ScopeTab[] {
  return tabs.map(({ scope, label }) => ({
    label,
    current: search.scope === scope,
    link: linkOptions({ to: "/datasets", search: inScope(search, scope) }),
  }));
}
