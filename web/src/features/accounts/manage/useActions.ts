import { useQueryClient } from "@tanstack/react-query";
import { changeAccount, endSessionsOf, removeSecondFactorOf, sendLink, withdrawInvitation } from "@/api/account-calls";
import { type Account, type AccountArea, accountKeys } from "@/api/accounts";
import { toastDone } from "@/ui/toast";
import { useDeeds } from "@/ui/useDeeds";
import { personName } from "../words";
import { disableWords } from "./actions";
import type { ShownLink } from "./LinkDialog";

/** The calls behind the menu of an account; what cannot be taken back asks first. */
export function useActions(area: AccountArea, account: Account, show: (dialog: ShownLink) => void) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const name = personName(account);
  const reload = () => queries.invalidateQueries({ queryKey: accountKeys.all });

  return {
    busy,
    send: (kind: ShownLink["kind"]) =>
      run({
        call: () => sendLink(area, account.id),
        after: (sent) => {
          if (sent.sent) toastDone(`A link was mailed to ${account.email || account.user_name}.`);
          else show({ kind, userName: account.user_name, link: sent });
          return reload();
        },
        failed: `No link for ${name} was made`,
      }),
    endSessions: () =>
      run({
        question: {
          title: `End all sessions and API tokens of ${name}?`,
          children:
            "Every browser of this account is signed out at once, and programs that use its API tokens need new ones. The password stays.",
          confirm: "End them",
        },
        call: () => endSessionsOf(area, account.id),
        done: `${name} is signed out everywhere, and the API tokens are void.`,
        after: reload,
        failed: `The sessions of ${name} were not ended`,
      }),
    letManage: (give: boolean) =>
      run({
        call: () => changeAccount(area, account.id, { manage_users: give }),
        done: give ? `${name} manages users from the next sign-in on.` : `${name} manages users no longer.`,
        after: reload,
        failed: `${name} was not changed`,
      }),
    removeFactor: () =>
      run({
        question: {
          title: `Remove the second factor of ${name}?`,
          children:
            "For somebody who lost both app and recovery codes. From then on the password alone opens the account. Make sure first, in person or by phone, that it is really they who ask. Open sessions go on.",
          confirm: "Remove second factor",
          danger: true,
        },
        call: () => removeSecondFactorOf(area, account.id),
        done: `The second factor of ${name} was removed.`,
        after: reload,
        failed: `The second factor of ${name} was not removed`,
      }),
    withdraw: () =>
      run({
        question: {
          title: `Withdraw the invitation of ${name}?`,
          children:
            "The link stops working and says so, and the account leaves this list. You can invite the address again.",
          confirm: "Withdraw invitation",
          danger: true,
        },
        call: () => withdrawInvitation(area, account.id),
        done: `The invitation of ${name} was withdrawn.`,
        after: reload,
        failed: `The invitation of ${name} was not withdrawn`,
      }),
    setActive: (enable: boolean) =>
      run({
        question: enable
          ? undefined
          : { title: `Disable ${name}?`, children: disableWords(account), confirm: "Disable", danger: true },
        call: () => changeAccount(area, account.id, { is_active: enable }),
        done: `${name} was ${enable ? "enabled" : "disabled"}.`,
        after: reload,
        failed: `${name} was not changed`,
      }),
  };
}
