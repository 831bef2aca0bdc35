import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reread } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import { deleteUpload } from "@/api/hermes/calls";
import { type HermesUploadRow, metadataCsvOf, uploadLists } from "@/api/hermes/hermes";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import classes from "./list.module.css";

type Action = Schemas["Action"];

/** The actions for one submission; unavailable ones show the reason. */
export function RowMenu({ upload }: { upload: HermesUploadRow }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteUpload(upload.id),
    onSuccess: async () => {
      toastDone(`${upload.dataset_name} was deleted.`);
      await reread(queries, ...uploadLists);
    },
    onError: (error) => toastError(`${upload.dataset_name} was not deleted`, error),
  });

  async function askAndRemove() {
    const yes = await confirm({
      title: `Delete ${upload.dataset_name}?`,
      children: `${upload.withdrawal ? `${upload.withdrawal.accepted_by.join(" and ")} accepted it. ` : ""}The file, its metadata and its QC reports are deleted for everyone. This cannot be undone.`,
      confirm: "Delete submission",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  const { edit, delete: removal } = upload.actions;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${upload.dataset_name}`}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItemLink to="/hermes/qc/$id" params={{ id: upload.id }}>
          Open report
        </MenuItemLink>
        <Menu.Item component="a" href={metadataCsvOf(upload.id)} download>
          Export metadata
        </Menu.Item>
        {edit?.allowed && (
          <>
            <MenuItemLink to="/hermes/new" search={{ id: upload.id, step: "study" }}>
              Edit metadata
            </MenuItemLink>
            <MenuItemLink to="/hermes/new" search={{ id: upload.id, step: "columns" }}>
              Change mapping
            </MenuItemLink>
          </>
        )}
        {edit && !edit.allowed && <Refused label="Edit metadata, change mapping" action={edit} />}
        {removal && <Menu.Divider />}
        {removal?.allowed && (
          <Menu.Item className={classes.danger} onClick={askAndRemove} disabled={remove.isPending}>
            Delete…
          </Menu.Item>
        )}
        {removal && !removal.allowed && <Refused label="Delete…" action={removal} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Refused({ label, action }: { label: string; action: Action }) {
  return (
    <Menu.Item disabled className={classes.refused}>
      {label}
      {action.reason && <span className={classes.reason}>{action.reason}</span>}
    </Menu.Item>
  );
}
