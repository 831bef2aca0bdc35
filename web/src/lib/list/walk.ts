/** One page of a list, as the server answers it. */
export interface Page<Row> {
  items: readonly Row[];
  next_cursor?: string;
  total?: number;
}

export interface At {
  cursor: string | undefined;
  limit: number;
}

/** The server's maximum page size. */
const pageRows = 200;

/** The maximum number of rows collected in a browser; larger exports need a separate call. */
export const mostRows = 20_000;

/**
 * Reads a list page by page to its end, or until it has `most` rows. Calls `onProgress` after each
 * page; the signal ends it between two pages.
 */
export async function walk<Row>(
  read: (at: At) => Promise<Page<Row>>,
  onProgress: (done: number, total: number | undefined) => void,
  signal: AbortSignal,
  most = mostRows,
): Promise<{ rows: Row[]; total: number; whole: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read({ cursor, limit: pageRows });
    signal.throwIfAborted();
    rows.push(...page.items);
    const total = page.total ?? rows.length;
    onProgress(Math.min(rows.length, most), page.total);
    const more = page.next_cursor !== undefined && page.next_cursor !== "" && page.items.length > 0;
    if (rows.length > most) return { rows: rows.slice(0, most), total, whole: false };
    if (!more) return { rows, total, whole: true };
    if (rows.length === most) return { rows, total, whole: false };
    cursor = page.next_cursor;
  }
}
