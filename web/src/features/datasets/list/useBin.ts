import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteDataset, restoreDataset } from "@/api/dataset-calls";
import { datasetChanged, datasetDeleted } from "@/api/dataset-changes";
import type { DatasetRow } from "@/api/datasets";
import { plural } from "@/lib/format";
import { confirm } from "@/ui/confirm";
import { toastDone, toastError } from "@/ui/toast";
import { toastUndo } from "@/ui/toastUndo";

interface Options {
  /** The data set went into the bin, or away for ever: for the page that shows it. */
  onDeleted?: (forever: boolean) => unknown;
}

/** Into the bin, out of it, and gone for good; asks before what takes something away. */
export function useBin({ id, name, files }: Pick<DatasetRow, "id" | "name" | "files">, { onDeleted }: Options = {}) {
  const queries = useQueryClient();

  const restore = useMutation({
    mutationFn: () => restoreDataset(id),
    onSuccess: (dataset) => {
      toastDone(`${name} is back.`);
      return datasetChanged(queries, dataset);
    },
    onError: (error) => toastError(`${name} was not restored`, error),
  });

  const remove = useMutation({
    mutationFn: (forever: boolean) => deleteDataset(id, forever),
    onSuccess: async (_nothing, forever) => {
      await onDeleted?.(forever);
      if (forever) toastDone(`${name} is gone.`);
      else toastUndo(`${name} is in the bin for 30 days.`, () => restore.mutate());
      return datasetDeleted(queries, id);
    },
    onError: (error) => toastError(`${name} was not deleted`, error),
  });

  const held = files > 0 ? `with its ${plural(files, "file")} ` : "";

  async function askDelete() {
    const yes = await confirm({
      title: `Delete ${name}?`,
      children: `It goes to the bin ${held}for 30 days, and can be restored from there. Links that were given out end at once.`,
      confirm: "Delete data set",
      danger: true,
    });
    if (yes) remove.mutate(false);
  }

  async function askForever() {
    const yes = await confirm({
      title: `Delete ${name} for ever?`,
      children: `It is removed ${held}for everybody, and its history too. This cannot be taken back.`,
      confirm: "Delete for ever",
      danger: true,
    });
    if (yes) remove.mutate(true);
  }

  return { askDelete, askForever, restore: () => restore.mutate(), busy: remove.isPending || restore.isPending };
}
