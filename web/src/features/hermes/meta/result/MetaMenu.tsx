import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { apiKey } from "@/api/api-query";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { metaLists } from "@/api/hermes/meta";
import { deleteMeta } from "@/api/hermes/meta-calls";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { RefusedItem } from "@/ui/state/RefusedItem";
import classes from "../meta.module.css";

/** What one seldom does with a meta-analysis. */
export function MetaMenu({ meta }: { meta: MetaAnalysis }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => deleteMeta(meta.id),
    onSuccess: async () => {
      toastDone(`${meta.name} was deleted.`);
      await navigate({ to: "/hermes/ma" });
      queries.removeQueries({ queryKey: apiKey("/api/hermes/meta-analyses/{id}", { id: meta.id }) });
      await queries.invalidateQueries(metaLists);
    },
    onError: (error) => toastError(`${meta.name} was not deleted`, error),
  });

  async function askAndRemove() {
    const yes = await confirm({
      title: `Delete ${meta.name}?`,
      children: "Its result and files are deleted for everyone. This cannot be undone. The submissions are kept.",
      confirm: "Delete meta-analysis",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  const removal = meta.actions.delete;
  if (!removal) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More actions for ${meta.name}`}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {removal.allowed ? (
          <Menu.Item className={classes.danger} onClick={askAndRemove} disabled={remove.isPending}>
            Delete…
          </Menu.Item>
        ) : (
          <RefusedItem reason={removal.reason}>Delete…</RefusedItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
