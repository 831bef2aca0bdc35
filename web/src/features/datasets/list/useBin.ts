import { useQueryClient } from "@tanstack/react-query";
import { deleteDataset, restoreDataset } from "@/api/datasets/calls";
import { datasetChanged, datasetDeleted } from "@/api/datasets/changes";
import type { DatasetRow } from "@/api/datasets/datasets";
import { plural } from "@/lib/format/format";
import { useDeeds } from "@/ui/action/useDeeds";
import type { Question } from "@/ui/dialog/confirm";
import { toastDone } from "@/ui/dialog/toast";
import { toastUndo } from "@/ui/dialog/toastUndo";

interface Options {
  /** The data set went into the bin, or away for ever: for the page that shows it. */
  onDeleted?: (forever: boolean) => unknown;
}

/** Into the bin, out of it, and gone for good; asks before what takes something away. */
export function useBin({ id, name, files }: Pick<DatasetRow, "id" | "name" | "files">, { onDeleted }: Options = {}) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const held = files > 0 ? `with its ${plural(files, "file")} ` : "";

  const restore = () =>
    run({
      call: () => restoreDataset(id),
      done: `${name} is back.`,
      after: (dataset) => datasetChanged(queries, dataset),
      failed: `${name} was not restored`,
    });

  const remove = (forever: boolean, question: Pick<Question, "title" | "children" | "confirm">) =>
    run({
      question: { ...question, danger: true },
      call: () => deleteDataset(id, forever),
      after: async () => {
        await onDeleted?.(forever);
        if (forever) toastDone(`${name} is gone.`);
        else toastUndo(`${name} is in the bin for 30 days.`, restore);
        return datasetDeleted(queries, id);
      },
      failed: `${name} was not deleted`,
    });

  return {
    askDelete: () =>
      remove(false, {
        title: `Delete ${name}?`,
        children: `It is moved to the bin ${held}for 30 days, and you can restore it from there. Signed links stop working immediately.`,
        confirm: "Delete data set",
      }),
    askForever: () =>
      remove(true, {
        title: `Delete ${name} permanently?`,
        children: `It is removed ${held}for everyone, with its history. This cannot be undone.`,
        confirm: "Delete permanently",
      }),
    restore,
    busy,
  };
}
