import { z } from "zod/mini";

/** A part of the address that may be absent; one that does not fit counts as absent. */
export const maybe = <T extends z.core.$ZodType>(shape: T) => z.catch(z.optional(shape), undefined);

const text = z.coerce.string();

/** A list in the address; a single value is also accepted. */
export const searchList = maybe(
  z.union([
    z.array(text),
    z.pipe(
      text,
      z.transform((value) => [value]),
    ),
  ]),
);

/** A text in the address that may look like a number or a truth value. */
export const searchText = maybe(text);

/**
 * What every table keeps in the address. `after` is the stack of cursors that led to this page (its length + 1 is the page
 * number), `hide` the columns that are not shown, `with` those that are although there is little room.
 */
export const tableSearch = z.object({
  q: searchText,
  sort: searchText,
  after: searchList,
  hide: searchList,
  with: searchList,
});

export type TableSearch = z.infer<typeof tableSearch>;

/** Rows of a page. */
export const pageSize = 50;

interface Order<Column extends string> {
  /** Columns that the server can sort by. */
  columns: readonly Column[];
  /** What holds while the address names none, or one that is not known. */
  usual: Column | `-${Column}`;
}

/**
 * The shared part of every list: the address with its search, filters, order and page, and the
 * resulting query. `filters` are the additional filters.
 */
export function listOf<Filters extends z.core.$ZodLooseShape, Column extends string = never>(
  filters: Filters,
  order?: Order<Column>,
) {
  const names = ["q", ...Object.keys(filters)];
  const sorts: readonly string[] = order?.columns.flatMap((column) => [column, `-${column}`]) ?? [];
  return {
    search: z.extend(tableSearch, filters),
    usualOrder: order?.usual,
    isFiltered: (search: object): boolean =>
      Object.entries(search).some(([name, value]) => names.includes(name) && Boolean(value?.length)),
    noFilters: Object.fromEntries([...names, "after"].map((name) => [name, undefined])),
    /** The part of the question that is the same for all; an order that is not known is left out, so that an old link works. */
    questionOf: ({ q, sort = "", after }: TableSearch) => ({
      limit: pageSize,
      sort: (sorts.includes(sort) ? sort : order?.usual) as Column | `-${Column}`,
      q,
      cursor: after?.at(-1),
    }),
  };
}

type Listed = Pick<ReturnType<typeof listOf>, "usualOrder" | "isFiltered" | "noFilters">;

/** The table's state from the list's address. */
export function tableOf<Search extends TableSearch>(
  { usualOrder, isFiltered, noFilters }: Listed,
  search: Search,
  onSearch: (change: Partial<Search>) => void,
) {
  return {
    search,
    onSearch: onSearch as (change: Partial<TableSearch>) => void,
    defaultSort: usualOrder,
    filtered: isFiltered(search),
    onClearFilters: () => onSearch(noFilters as Partial<Search>),
  };
}
