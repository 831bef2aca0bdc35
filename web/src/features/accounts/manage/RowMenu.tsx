import { Menu } from "@mantine/core";
import { useState } from "react";
import type { Account, AccountArea } from "@/api/accounts/accounts";
import { ActionsMenu, DangerItem } from "@/ui/action/ActionsMenu";
import { RefusedItem } from "@/ui/state/RefusedItem";
import { personName } from "../words";
import { LinkDialog, type ShownLink } from "./LinkDialog";
import { RoleDialog } from "./RoleDialog";
import { type AccountAction, useActions } from "./useActions";

interface Props {
  area: AccountArea;
  account: Account;
  /** User name of who is looking. */
  self: string;
}

/** The actions for one account; unavailable ones show the reason. */
export function RowMenu({ area, account, self }: Props) {
  const [dialog, setDialog] = useState<"role" | ShownLink>();
  const { busy, keepsRole, changes, ends } = useActions(area, account, self, setDialog);
  const close = () => setDialog(undefined);
  return (
    <>
      <ActionsMenu label={`Actions for ${personName(account)}`} busy={busy} width={280}>
        <Item label="Change role…" reason={keepsRole} run={() => setDialog("role")} />
        {changes.map((action) => (
          <Item key={action.label} {...action} />
        ))}
        <Menu.Divider />
        {ends.map((action) => (
          <Item key={action.label} {...action} />
        ))}
      </ActionsMenu>
      {dialog === "role" && <RoleDialog area={area} account={account} onClose={close} />}
      {dialog && dialog !== "role" && <LinkDialog {...dialog} onClose={close} />}
    </>
  );
}

/** Stays reachable when it is refused, so that the reason is. */
function Item({ label, reason, danger = false, run }: AccountAction) {
  if (reason) return <RefusedItem reason={reason}>{label}</RefusedItem>;
  return danger ? <DangerItem onClick={run}>{label}</DangerItem> : <Menu.Item onClick={run}>{label}</Menu.Item>;
}
