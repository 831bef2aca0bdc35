import { Menu } from "@mantine/core";
import type { CohortRow } from "@/api/sgc/sgc";
import { ActionsMenu, DangerItem } from "@/ui/action/ActionsMenu";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { useDeleteCohort } from "../useDeleteCohort";

/** What can be done with one cohort. */
export function RowMenu({ row }: { row: CohortRow }) {
  const { ask, busy } = useDeleteCohort(row);
  return (
    <ActionsMenu label={`Actions for ${row.name}`} busy={busy} width={200}>
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
          <DangerItem onClick={ask}>Delete…</DangerItem>
        </>
      )}
    </ActionsMenu>
  );
}
