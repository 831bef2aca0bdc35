import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BioIndexRow, indexChanged, indexLists, indexQuery } from "@/api/bioindex/bioindex";
import { deleteIndex, restoreIndex } from "@/api/bioindex/calls";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { toastUndo } from "@/ui/dialog/toastUndo";

/** Into the bin, out of it, and gone for good; asks before what takes something away. `onDeleted`: for the page that shows it. */
export function useBin({ id, name }: Pick<BioIndexRow, "id" | "name">, onDeleted?: () => unknown) {
  const queries = useQueryClient();

  const restore = useMutation({
    mutationFn: () => restoreIndex(id),
    onSuccess: (index) => {
      toastDone(`${name} is back.`);
      return indexChanged(queries, index);
    },
    onError: (error) => toastError(`${name} was not restored`, error),
  });

  const remove = useMutation({
    mutationFn: (forever: boolean) => deleteIndex(id, forever),
    onSuccess: async (_nothing, forever) => {
      await onDeleted?.();
      if (forever) toastDone(`${name} was deleted.`);
      else toastUndo(`${name} is in the bin for 30 days.`, () => restore.mutate());
      queries.removeQueries({ queryKey: indexQuery(id).queryKey });
      await queries.invalidateQueries(indexLists);
    },
    onError: (error) => toastError(`${name} was not deleted`, error),
  });

  async function askDelete() {
    const yes = await confirm({
      title: `Delete ${name}?`,
      children: "It stops answering queries. You can restore it from the bin for 30 days.",
      confirm: "Delete index",
      danger: true,
    });
    if (yes) remove.mutate(false);
  }

  async function askForever() {
    const yes = await confirm({
      title: `Delete ${name} permanently?`,
      children: "Its rows and its history are deleted too. This cannot be undone.",
      confirm: "Delete permanently",
      danger: true,
    });
    if (yes) remove.mutate(true);
  }

  return { askDelete, askForever, restore: () => restore.mutate(), busy: remove.isPending || restore.isPending };
}
