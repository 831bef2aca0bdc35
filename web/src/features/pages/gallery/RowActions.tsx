import { ActionIcon, Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { reread } from "@/api/api-query";
import { copyPage, deletePage, restorePage } from "@/api/pages/calls";
import type { PageRow } from "@/api/pages/pages";
import { allPages } from "@/api/pages/pages";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { untitled } from "../words";
import classes from "./gallery.module.css";

/** What can be done with a page in the list. */
export function RowActions({ row: { id, title, can, deleted_at } }: { row: PageRow }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const name = title || untitled;

  async function run(failed: string, work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
      await reread(queries, ...allPages);
    } catch (error) {
      toastError(failed, error);
    } finally {
      setBusy(false);
    }
  }

  async function duplicate() {
    await run("The page was not duplicated", async () => {
      const copy = await copyPage(id);
      await navigate({ to: "/configbuilder", search: { page: copy.id } });
    });
  }

  async function remove(forever: boolean) {
    const yes = await confirm({
      title: forever ? `Delete ${name} permanently?` : `Delete ${name}?`,
      children: forever
        ? "Its versions are deleted too. This cannot be undone."
        : "It is hidden from everyone. You can restore it from the bin for 30 days.",
      confirm: forever ? "Delete permanently" : "Delete page",
      danger: true,
    });
    if (!yes) return;
    await run(`${name} was not deleted`, async () => {
      await deletePage(id, forever);
      toastDone(forever ? `${name} is gone.` : `${name} is in the bin for 30 days.`);
    });
  }

  async function restore() {
    await run(`${name} was not restored`, async () => {
      await restorePage(id);
      toastDone(`${name} is back.`);
    });
  }

  if (deleted_at && !can.restore) return null;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`} loading={busy}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!deleted_at && <Menu.Item onClick={() => void duplicate()}>Duplicate</Menu.Item>}
        {deleted_at && <Menu.Item onClick={() => void restore()}>Restore</Menu.Item>}
        {(can.delete || deleted_at) && (
          <Menu.Item className={classes.danger} onClick={() => void remove(deleted_at !== undefined)}>
            {deleted_at ? "Delete permanently…" : "Delete…"}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
