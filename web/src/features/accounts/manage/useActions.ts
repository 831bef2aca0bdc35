import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeAccount, endSessionsOf, removeSecondFactorOf, sendLink, withdrawInvitation } from "@/api/account-calls";
import { type Account, type AccountArea, accountKeys } from "@/api/accounts";
import { confirm } from "@/ui/confirm";
import { toastDone, toastError } from "@/ui/toast";
import { personName } from "../words";
import { disableWords } from "./actions";
import type { ShownLink } from "./LinkDialog";

/** The calls behind the menu of an account; what cannot be taken back asks first. */
export function useActions(area: AccountArea, account: Account, show: (dialog: ShownLink) => void) {
  const queries = useQueryClient();
  const name = personName(account);
  const reload = () => queries.invalidateQueries({ queryKey: accountKeys.all });

  const link = useMutation({
    mutationFn: (_kind: ShownLink["kind"]) => sendLink(area, account.id),
    onSuccess: (sent, kind) => {
      if (sent.sent) toastDone(`A link was mailed to ${account.email || account.user_name}.`);
      else show({ kind, userName: account.user_name, link: sent });
      return reload();
    },
    onError: (error) => toastError(`No link for ${name} was made`, error),
  });
  const change = useMutation({
    mutationFn: ({ call }: Change) => call(),
    onSuccess: (_nothing, { done }) => {
      toastDone(done);
      return reload();
    },
    onError: (error, { failed }) => toastError(failed, error),
  });

  async function endSessions() {
    const yes = await confirm({
      title: `End all sessions and API tokens of ${name}?`,
      children:
        "Every browser of this account is signed out at once, and programs that use its API tokens need new ones. The password stays.",
      confirm: "End them",
    });
    if (!yes) return;
    change.mutate({
      call: () => endSessionsOf(area, account.id),
      done: `${name} is signed out everywhere, and the API tokens are void.`,
      failed: `The sessions of ${name} were not ended`,
    });
  }

  function letManage(give: boolean) {
    change.mutate({
      call: () => changeAccount(area, account.id, { manage_users: give }),
      done: give ? `${name} manages users from the next sign-in on.` : `${name} manages users no longer.`,
      failed: `${name} was not changed`,
    });
  }

  async function removeFactor() {
    const yes = await confirm({
      title: `Remove the second factor of ${name}?`,
      children:
        "For somebody who lost both app and recovery codes. From then on the password alone opens the account. Make sure first, in person or by phone, that it is really they who ask. Open sessions go on.",
      confirm: "Remove second factor",
      danger: true,
    });
    if (!yes) return;
    change.mutate({
      call: () => removeSecondFactorOf(area, account.id),
      done: `The second factor of ${name} was removed.`,
      failed: `The second factor of ${name} was not removed`,
    });
  }

  async function withdraw() {
    const yes = await confirm({
      title: `Withdraw the invitation of ${name}?`,
      children:
        "The link stops working and says so, and the account leaves this list. You can invite the address again.",
      confirm: "Withdraw invitation",
      danger: true,
    });
    if (!yes) return;
    change.mutate({
      call: () => withdrawInvitation(area, account.id),
      done: `The invitation of ${name} was withdrawn.`,
      failed: `The invitation of ${name} was not withdrawn`,
    });
  }

  async function setActive(enable: boolean) {
    const question = { title: `Disable ${name}?`, children: disableWords(account), confirm: "Disable", danger: true };
    if (!enable && !(await confirm(question))) return;
    change.mutate({
      call: () => changeAccount(area, account.id, { is_active: enable }),
      done: `${name} was ${enable ? "enabled" : "disabled"}.`,
      failed: `${name} was not changed`,
    });
  }

  return {
    send: link.mutate,
    letManage,
    endSessions,
    removeFactor,
    withdraw,
    setActive,
    busy: link.isPending || change.isPending,
  };
}

/** A call with what is said after it. */
interface Change {
  call: () => Promise<unknown>;
  done: string;
  failed: string;
}
