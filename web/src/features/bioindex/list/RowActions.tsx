import { ActionIcon, Menu } from "@mantine/core";
import type { BioIndexRow } from "@/api/bioindex/bioindex";
import { useBin } from "../useBin";

/** What one may do with an index of the list; nothing where one may only query it. */
export function RowActions({ row }: { row: BioIndexRow }) {
  const bin = useBin(row);
  const { can, deleted_at, name } = row;
  if (!can.delete && !can.restore) return null;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`} loading={bin.busy}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.restore && <Menu.Item onClick={bin.restore}>Restore</Menu.Item>}
        {can.delete && !deleted_at && <Menu.Item onClick={() => void bin.askDelete()}>Delete…</Menu.Item>}
        {can.delete && deleted_at && <Menu.Item onClick={() => void bin.askForever()}>Delete permanently…</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
