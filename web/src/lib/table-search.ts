import { z } from "zod";

const text = z.coerce.string();

/** A list in the address; one value may stand alone. */
export const searchList = z
  .union([z.array(text), text.transform((value) => [value])])
  .optional()
  .catch(undefined);

/** A text in the address that may look like a number or a truth value. */
export const searchText = text.optional().catch(undefined);

/**
 * What every table keeps in the address. `after` is the stack of cursors that led to this page (its length + 1 is the page
 * number), `hide` the columns that are not shown.
 */
export const tableSearch = z.object({
  q: searchText,
  sort: searchText,
  after: searchList,
  hide: searchList,
});

export type TableSearch = z.infer<typeof tableSearch>;
