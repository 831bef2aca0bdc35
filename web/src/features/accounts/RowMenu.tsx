import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, type AccountArea, changeAccount, endSessionsOf, sendLink } from "@/api/accounts";
import { confirm } from "@/ui/confirm";
import { toastDone, toastError } from "@/ui/toast";
import classes from "./accounts.module.css";
import { type AccountAction, actionsOf, disableWords } from "./actions";
import { LinkDialog, type ShownLink } from "./LinkDialog";
import { RoleDialog } from "./RoleDialog";
import { personName } from "./words";

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
  const actions = actionsOf(area, account, self);
  const name = personName(account);
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`} loading={act.busy}>
            <span aria-hidden="true">⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Item action={actions.role} onClick={() => setDialog("role")} />
          <Item action={actions.link} onClick={() => act.send(actions.link.kind)} />
          <Item action={actions.sessions} onClick={act.endSessions} />
          <Menu.Divider />
          <Item
            action={actions.active}
            danger={!actions.active.enable}
            onClick={() => act.setActive(actions.active.enable)}
          />
        </Menu.Dropdown>
      </Menu>
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
function Item({ action, danger = false, onClick }: ItemProps) {
  if (action.reason) {
    return (
      <Menu.Item aria-disabled="true" className={classes.refused} closeMenuOnClick={false}>
        {action.label}
        <span className={classes.reason}>{action.reason}</span>
      </Menu.Item>
    );
  }
  return (
    <Menu.Item className={danger ? classes.danger : undefined} onClick={onClick}>
      {action.label}
    </Menu.Item>
  );
}

function useActions(area: AccountArea, account: Account, show: (dialog: ShownLink) => void) {
  const queries = useQueryClient();
  const name = personName(account);
  const reload = () => queries.invalidateQueries({ queryKey: ["accounts"] });

  const link = useMutation({
    mutationFn: (_kind: ShownLink["kind"]) => sendLink(area, account.id),
    onSuccess: (sent, kind) => {
      if (sent.sent) toastDone(`A link was mailed to ${account.email || account.user_name}.`);
      else show({ kind, userName: account.user_name, link: sent });
      return reload();
    },
    onError: (error) => toastError(`No link for ${name} was made`, error),
  });
  const sessions = useMutation({
    mutationFn: () => endSessionsOf(area, account.id),
    onSuccess: () => {
      toastDone(`${name} is signed out everywhere.`);
      return reload();
    },
    onError: (error) => toastError(`The sessions of ${name} were not ended`, error),
  });
  const active = useMutation({
    mutationFn: (is_active: boolean) => changeAccount(area, account.id, { is_active }),
    onSuccess: (_changed, enabled) => {
      toastDone(`${name} was ${enabled ? "enabled" : "disabled"}.`);
      return reload();
    },
    onError: (error) => toastError(`${name} was not changed`, error),
  });

  async function endSessions() {
    const yes = await confirm({
      title: `End all sessions of ${name}?`,
      children:
        "Every browser of this account is signed out at once. API tokens keep working; disable the account to stop them too.",
      confirm: "End sessions",
    });
    if (yes) sessions.mutate();
  }

  async function setActive(enable: boolean) {
    const question = { title: `Disable ${name}?`, children: disableWords(account), confirm: "Disable", danger: true };
    if (enable || (await confirm(question))) active.mutate(enable);
  }

  return { send: link.mutate, endSessions, setActive, busy: link.isPending || sessions.isPending || active.isPending };
}
