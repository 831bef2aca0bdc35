import { linkOptions } from "@tanstack/react-router";
import { ButtonLink } from "@/ui/action/links";
import { useFocusNear } from "@/ui/focus/useFocusNear";
import { PageHeader } from "@/ui/PageHeader";
import { ScopeTabs } from "@/ui/ScopeTabs";
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
  useFocusNear();
  return (
    <>
      <PageHeader
        sub="Bring your own results: interactive pages made from tables. Build one from yours."
        actions={<ButtonLink to="/configbuilder">New page</ButtonLink>}
      />
      <ScopeTabs
        label="Which pages"
        tabs={tabs.map(({ scope, label }) => ({
          label,
          current: scopeOf(search) === scope,
          link: linkOptions({ to: "/byor", search: { ...search, scope, after: undefined } }),
        }))}
      />
      {scopeOf(search) === undefined ? (
        <Published search={search} onSearch={onSearch} />
      ) : (
        <MyPages search={search} onSearch={onSearch} />
      )}
    </>
  );
}
