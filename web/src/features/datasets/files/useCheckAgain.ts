import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiKey } from "@/api/api-query";
import { type CheckWish, createCheck } from "@/api/datasets/calls";
import { type DatasetFile, datasetQuery } from "@/api/datasets/datasets";
import { toastDone } from "@/ui/dialog/toast";

/** Checks a file again, with what was stated about it. */
export function useCheckAgain(datasetId: string, file: DatasetFile) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: CheckWish) => createCheck(datasetId, file.id, wish),
    onSuccess: async (_, { mapping }) => {
      toastDone(`${file.file_name} is checked again ${mapping ? "with these columns" : "on this build"}.`);
      await queries.invalidateQueries({ queryKey: datasetQuery(datasetId).queryKey });
      await queries.invalidateQueries({
        queryKey: apiKey("/api/datasets/{id}/files/{fid}", { id: datasetId, fid: file.id }),
      });
    },
  });
}
