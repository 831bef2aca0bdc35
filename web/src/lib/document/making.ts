/** What columns are made of: as long as it is the same, so are their values, whatever else of a document is changed. */
import type { PageDocument } from "./document";
import { outputsOf } from "./ids";
import { readsOf } from "./reads";

/** Including filters, because they determine the rows. */
export function makingOf({ columns, steps, filters }: PageDocument, ids: readonly string[]): string {
  const wanted = new Set([...ids, ...filters.map(({ column }) => column)]);
  const making = steps.toReversed().filter((step) => {
    const makes = !step.off && outputsOf(step).some(({ id }) => wanted.has(id));
    if (makes) for (const id of readsOf(step)) wanted.add(id);
    return makes;
  });
  const read = columns.flatMap(({ id, source, type }) => (wanted.has(id) ? [[id, source, type]] : []));
  return JSON.stringify([read, making, filters]);
}
