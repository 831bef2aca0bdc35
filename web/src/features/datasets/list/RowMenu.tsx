import { Menu } from "@mantine/core";
import { useState } from "react";
import type { DatasetRow } from "@/api/datasets/datasets";
import { ActionsMenu, DangerItem } from "@/ui/action/ActionsMenu";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { CloneDialog } from "./CloneDialog";
import { useBin } from "./useBin";

/** What this account can do with one data set. */
export function RowMenu({ row }: { row: DatasetRow }) {
  const [cloning, setCloning] = useState(false);
  const bin = useBin(row);
  return (
    <>
      <ActionsMenu label={`Actions for ${row.name}`} busy={bin.busy} width={200}>
        <MenuItemLink to="/datasets/$id" params={{ id: row.id }}>
          Open
        </MenuItemLink>
        {row.deleted_at ? (
          <BinItems row={row} bin={bin} />
        ) : (
          <Items row={row} bin={bin} onClone={() => setCloning(true)} />
        )}
      </ActionsMenu>
      {cloning && <CloneDialog row={row} onClose={() => setCloning(false)} />}
    </>
  );
}

interface ItemsProps {
  row: DatasetRow;
  bin: ReturnType<typeof useBin>;
}

function Items({ row: { id, can }, bin, onClone }: ItemsProps & { onClone: () => void }) {
  return (
    <>
      {can.edit && (
        <MenuItemLink to="/datasets/$id" params={{ id }} search={{ edit: true }}>
          Edit
        </MenuItemLink>
      )}
      <Menu.Item onClick={onClone}>Clone…</Menu.Item>
      {can.delete && (
        <>
          <Menu.Divider />
          <DangerItem onClick={bin.askDelete}>Delete…</DangerItem>
        </>
      )}
    </>
  );
}

function BinItems({ row: { can }, bin }: ItemsProps) {
  return (
    <>
      {can.restore && <Menu.Item onClick={bin.restore}>Restore</Menu.Item>}
      {can.delete && (
        <>
          <Menu.Divider />
          <DangerItem onClick={bin.askForever}>Delete permanently…</DangerItem>
        </>
      )}
    </>
  );
}
