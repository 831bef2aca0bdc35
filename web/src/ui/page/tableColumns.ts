/** Which columns the table shows and reads. */
import type { PageDocument } from "@/lib/document/document";
import type { PageState } from "@/lib/document/pageState";
import { viewFilters } from "@/lib/document/views";
import type { RowsQuestion } from "@/lib/engine/engine";

type Titles = ReadonlyMap<string, string>;

/** In order; those that are gone and those that the reader hides are left out. */
export function shownColumns(document: PageDocument, { hidden }: Pick<PageState, "hidden">, titles: Titles): string[] {
  return document.table.columns.filter((id) => titles.has(id) && !hidden.includes(id));
}

/** Ids that the addresses of links put in. */
function linkedColumns({ formats }: PageDocument): string[] {
  return Object.values(formats).flatMap((list) =>
    list.flatMap((format) =>
      format.type === "link" ? [...format.to.matchAll(/\{([a-z][a-z0-9_]*)\}/g)].map(([, id = ""]) => id) : [],
    ),
  );
}

/** Every column that a row needs: shown ones, those of its groups, the star, and what links put in. */
export function columnsAsked(document: PageDocument, titles: Titles): string[] {
  const all = [
    ...document.table.columns,
    ...document.groups.flatMap(({ columns }) => columns),
    ...(document.star ? [document.star] : []),
    ...(document.comparison ? [document.comparison.key] : []),
    ...linkedColumns(document),
  ];
  return [...new Set(all)].filter((id) => titles.has(id));
}

/** The question for rows, but for which of them. */
export function tableQuestion(
  document: PageDocument,
  state: PageState,
  columns: readonly string[],
): Omit<RowsQuestion, "from" | "to"> {
  const sort = state.sort ?? document.table.sort;
  return {
    filters: { ...state.filters, ...viewFilters(document, state.views) },
    columns,
    ...(sort ? { sort } : {}),
    ...(state.onlyStarred ? { starred: state.starred } : {}),
  };
}
