import { Link } from "@tanstack/react-router";
import { ButtonLink } from "@/ui/links";
import { PageHeader } from "@/ui/PageHeader";
import classes from "./gallery.module.css";
import { MyPages } from "./MyPages";
import { Published } from "./Published";
import { type Scope, scopeOf } from "./params";
import type { GalleryProps } from "./search";

const tabs: readonly { scope: Scope | undefined; label: string }[] = [
  { scope: undefined, label: "Gallery" },
  { scope: "mine", label: "My pages" },
  { scope: "shared", label: "Shared with me" },
  { scope: "bin", label: "Bin" },
];

/** Bring your own results: pages that others published, one's own, and the way to a new one. */
export function GalleryPage({ search, onSearch }: GalleryProps) {
  return (
    <>
      <PageHeader
        sub="Bring your own results: interactive pages that people made of their tables, and the way to make one of yours."
        actions={<ButtonLink to="/configbuilder">New page</ButtonLink>}
      />
      <nav className={classes.tabs} aria-label="Which pages">
        {tabs.map(({ scope, label }) => (
          <Link
            key={label}
            to="/byor"
            search={{ ...search, scope, after: undefined }}
            className={classes.tab}
            // By itself the link would take every tab for the current one, since the gallery adds nothing to the address.
            activeOptions={{ exact: true }}
            aria-current={scopeOf(search) === scope ? "page" : undefined}
            resetScroll={false}
          >
            {label}
          </Link>
        ))}
      </nav>
      {scopeOf(search) === undefined ? (
        <Published search={search} onSearch={onSearch} />
      ) : (
        <MyPages search={search} onSearch={onSearch} />
      )}
    </>
  );
}
