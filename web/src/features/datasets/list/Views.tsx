import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { viewsQuery } from "@/api/datasets/datasets";
import { SaveViewDialog } from "./SaveViewDialog";
import { fromView, type ListSearch } from "./search";
import { ViewsDialog } from "./ViewsDialog";

interface Props {
  /** The search as a view would keep it. */
  current: string;
  /** Takes the place of the whole search. */
  onApply: (search: ListSearch) => void;
}

/** Searches that were saved under a name. */
export function Views({ current, onApply }: Props) {
  const [dialog, setDialog] = useState<"save" | "manage">();
  const views = useQuery(viewsQuery).data?.items ?? [];
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" size="xs">
            Saved views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => onApply(fromView(view.search))}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setDialog("save")}>Save this view…</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => setDialog("manage")}>Delete views…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === "save" && <SaveViewDialog search={current} names={views.map(({ name }) => name)} onClose={close} />}
      {dialog === "manage" && <ViewsDialog views={views} onClose={close} />}
    </>
  );
}
