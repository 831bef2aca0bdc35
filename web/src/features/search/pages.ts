import type { Grants } from "@/lib/permission";
import { type Area, type Entry, visibleItems } from "@/lib/route/areas";
import { hasWords } from "@/lib/text/search-words";

/** A page of the menus, or an address that the server answers. */
export interface FoundPage {
  title: string;
  subtitle: string;
  address: string;
}

function pageOf(area: Area, entry: Entry, group?: string): FoundPage {
  const subtitle = group ? `${area.label} · ${group}` : area.label;
  return { title: entry.label, subtitle, address: entry.to ?? entry.href ?? area.home };
}

/** The pages in an area's menu that the user may see. */
export function pagesOf(area: Area, grants: Grants): FoundPage[] {
  return visibleItems(area.items, grants).flatMap((item) =>
    "entries" in item
      ? item.entries.map((entry) => pageOf(area, entry, item.label === "More" ? undefined : item.label))
      : [pageOf(area, item)],
  );
}

/** Those whose name, with that of their area, has every word; those whose own name begins with the first word come first. */
export function findPages(pages: readonly FoundPage[], words: readonly string[]): FoundPage[] {
  const begins = (page: FoundPage) => (page.title.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1);
  return pages.filter((page) => hasWords(words, page.title, page.subtitle)).sort((a, b) => begins(a) - begins(b));
}
