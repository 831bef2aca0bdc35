import { Checkbox } from "@mantine/core";
import { useMemo, useState } from "react";
import type { HermesUpload } from "@/api/hermes";
import { plural } from "@/lib/format";
import type { TableColumn } from "@/ui/table/column";

export type Chosen = ReadonlyMap<string, HermesUpload>;

/** Which files are chosen, over all pages of the list; as they were when they were read last. */
export function useChosen(rows: readonly HermesUpload[] | undefined) {
  const [ids, setIds] = useState<Chosen>(new Map());
  const chosen: Chosen = useMemo(() => {
    const now = new Map(rows?.map((row) => [row.id, row]));
    return new Map([...ids].map(([id, row]) => [id, now.get(id) ?? row]));
  }, [ids, rows]);
  const put = (some: readonly HermesUpload[], on: boolean) =>
    setIds((before) => {
      const next = new Map(before);
      for (const row of some) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  return { chosen, put, clear: () => setIds(new Map()) };
}

/** The column of boxes; the one at its head chooses all of the page. */
export function choiceColumn(
  rows: readonly HermesUpload[],
  { chosen, put }: Pick<ReturnType<typeof useChosen>, "chosen" | "put">,
): TableColumn<HermesUpload> {
  const here = rows.filter(({ id }) => chosen.has(id)).length;
  return {
    id: "choice",
    label: "Choose",
    role: "choice",
    head: (
      <Checkbox
        size="xs"
        aria-label={`Choose ${rows.length === 1 ? "the file" : `all ${plural(rows.length, "file")}`} of this page`}
        checked={rows.length > 0 && here === rows.length}
        indeterminate={here > 0 && here < rows.length}
        onChange={(event) => put(rows, event.currentTarget.checked)}
      />
    ),
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={`Choose ${row.dataset_name}`}
        checked={chosen.has(row.id)}
        onChange={(event) => put([row], event.currentTarget.checked)}
      />
    ),
  };
}
