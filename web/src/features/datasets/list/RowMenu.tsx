import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import type { DatasetRow } from "@/api/datasets";
import { MenuItemLink } from "@/ui/menuLinks";
import { CloneDialog } from "./CloneDialog";
import classes from "./list.module.css";
import { useBin } from "./useBin";

/** What this account can do with one data set. */
export function RowMenu({ row }: { row: DatasetRow }) {
  const [cloning, setCloning] = useState(false);
  const bin = useBin(row);
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${row.name}`} loading={bin.busy}>
            <span aria-hidden="true">⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItemLink to="/datasets/$id" params={{ id: row.id }}>
            Open
          </MenuItemLink>
          {row.deleted_at ? (
            <BinItems row={row} bin={bin} />
          ) : (
            <Items row={row} bin={bin} onClone={() => setCloning(true)} />
          )}
        </Menu.Dropdown>
      </Menu>
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
          <Menu.Item className={classes.danger} onClick={() => void bin.askDelete()}>
            Delete…
          </Menu.Item>
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
          <Menu.Item className={classes.danger} onClick={() => void bin.askForever()}>
            Delete for ever…
          </Menu.Item>
        </>
      )}
    </>
  );
}
