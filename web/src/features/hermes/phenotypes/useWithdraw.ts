import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiKey } from "@/api/api-query";
import { type PhenotypeRequest, withdrawRequest } from "@/api/hermes/phenotypes";
import { toastDone, toastError } from "@/ui/dialog/toast";

/** Takes an open request back. */
export function useWithdraw() {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: apiKey("/api/hermes/phenotype-requests") });
  return useMutation({
    mutationFn: ({ id }: PhenotypeRequest) => withdrawRequest(id),
    onSuccess: (_nothing, { wanted }) => {
      toastDone(`The request for “${wanted}” was withdrawn.`);
      return reload();
    },
    onError: (error, { wanted }) => {
      toastError(`The request for “${wanted}” was not withdrawn`, error);
      // It may have been decided meanwhile.
      return reload();
    },
  });
}
