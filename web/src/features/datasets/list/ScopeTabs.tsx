import { Link } from "@tanstack/react-router";
import classes from "./list.module.css";
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

/** Whose data sets are shown. Links, so that each has its address. */
export function ScopeTabs({ search }: { search: ListSearch }) {
  return (
    <nav className={classes.tabs} aria-label="Which data sets">
      {tabs.map(({ scope, label }) => (
        <Link
          key={label}
          to="/datasets"
          search={inScope(search, scope)}
          className={classes.tab}
          // By itself the link would take every tab for the current one, since "All" adds nothing to the address.
          activeOptions={{ exact: true }}
          aria-current={search.scope === scope ? "page" : undefined}
          resetScroll={false}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
