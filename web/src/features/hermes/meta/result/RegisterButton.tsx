import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { sessionQuery } from "@/api/accounts/session";
import { answersOf, apiKey } from "@/api/api-query";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { registerResult } from "@/api/hermes/meta-calls";
import { limitedToHermes } from "@/lib/route/landing";
import { ButtonLink } from "@/ui/action/links";
import { toastDone, toastError } from "@/ui/dialog/toast";

/** Registers a result as a data set, or links to the existing one; for users of the registry. */
export function RegisterButton({ meta }: { meta: MetaAnalysis }) {
  const user = useQuery(sessionQuery).data;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const register = useMutation({
    mutationFn: () => registerResult(meta.id),
    onSuccess: async (dataset) => {
      toastDone(`${dataset.name} is registered. Only you see it until you share it.`);
      await Promise.all([
        queries.invalidateQueries({ queryKey: apiKey("/api/hermes/meta-analyses/{id}", { id: meta.id }) }),
        queries.invalidateQueries(answersOf("/api/datasets")),
      ]);
      await navigate({ to: "/datasets/$id", params: { id: dataset.id } });
    },
    onError: (error) => toastError("The result was not registered", error),
  });
  if (meta.status !== "COMPLETED" || !user?.areas.includes("datasets") || limitedToHermes(user)) return null;
  if (meta.dataset) {
    return (
      <ButtonLink variant="default" to="/datasets/$id" params={{ id: meta.dataset.id }} title={meta.dataset.name}>
        Open data set
      </ButtonLink>
    );
  }
  return (
    <Button variant="default" onClick={() => register.mutate()} loading={register.isPending}>
      Register as a data set
    </Button>
  );
}
