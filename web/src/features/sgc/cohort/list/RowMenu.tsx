import { ActionIcon, Menu } from "@mantine/core";
import type { CohortRow } from "@/api/sgc";
import { MenuItemLink } from "@/ui/menuLinks";
import { useDeleteCohort } from "../useDeleteCohort";
import classes from "./list.module.css";

/** What can be done with one cohort. */
export function RowMenu({ row }: { row: CohortRow }) {
  const { ask, busy } = useDeleteCohort(row);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${row.name}`} loading={busy}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItemLink to="/sgc/view/$id" params={{ id: row.id }}>
          View
        </MenuItemLink>
        {row.can.includes("edit") && (
          <MenuItemLink to="/sgc/edit/$id" params={{ id: row.id }}>
            Edit
          </MenuItemLink>
        )}
        {row.can.includes("delete") && (
          <>
            <Menu.Divider />
            <Menu.Item className={classes.danger} onClick={() => void ask()}>
              Delete…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
