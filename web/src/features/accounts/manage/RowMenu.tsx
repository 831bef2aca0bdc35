import { Menu } from "@mantine/core";
import { useState } from "react";
import type { Account, AccountArea } from "@/api/accounts";
import { isAdmin, useGrants } from "@/lib/permission";
import { ActionsMenu, DangerItem } from "@/ui/ActionsMenu";
import { RefusedItem } from "@/ui/RefusedItem";
import { personName } from "../words";
import { type AccountAction, actionsOf } from "./actions";
import { LinkDialog, type ShownLink } from "./LinkDialog";
import { RoleDialog } from "./RoleDialog";
import { useActions } from "./useActions";

interface Props {
  area: AccountArea;
  account: Account;
  /** User name of who is looking. */
  self: string;
}

/** What can be done with one account; what cannot says why. */
export function RowMenu({ area, account, self }: Props) {
  const [dialog, setDialog] = useState<"role" | ShownLink>();
  const act = useActions(area, account, setDialog);
  const actions = actionsOf(area, account, self, isAdmin(useGrants()));
  const { manage } = actions;
  const name = personName(account);
  return (
    <>
      <ActionsMenu label={`Actions for ${name}`} busy={act.busy} width={280}>
        <Item action={actions.role} onClick={() => setDialog("role")} />
        {manage && <Item action={manage} onClick={() => act.letManage(manage.give)} />}
        <Item action={actions.link} onClick={() => act.send(actions.link.kind)} />
        <Item action={actions.sessions} onClick={act.endSessions} />
        <Item action={actions.factor} onClick={act.removeFactor} />
        <Menu.Divider />
        {actions.withdraw && <Item action={actions.withdraw} danger onClick={act.withdraw} />}
        <Item
          action={actions.active}
          danger={!actions.active.enable}
          onClick={() => act.setActive(actions.active.enable)}
        />
      </ActionsMenu>
      {dialog === "role" && <RoleDialog area={area} account={account} onClose={() => setDialog(undefined)} />}
      {dialog && dialog !== "role" && <LinkDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

interface ItemProps {
  action: AccountAction;
  danger?: boolean;
  onClick: () => void;
}

/** Stays reachable when it is refused, so that the reason is. */
function Item({ action: { label, reason }, danger = false, onClick }: ItemProps) {
  if (reason) return <RefusedItem reason={reason}>{label}</RefusedItem>;
  return danger ? <DangerItem onClick={onClick}>{label}</DangerItem> : <Menu.Item onClick={onClick}>{label}</Menu.Item>;
}
