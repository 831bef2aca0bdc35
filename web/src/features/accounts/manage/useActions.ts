import { useQueryClient } from "@tanstack/react-query";
import type { Account, AccountArea } from "@/api/accounts/accounts";
import { accountLists } from "@/api/accounts/accounts";
import { changeAccount, endSessionsOf, removeSecondFactorOf, sendLink, withdrawInvitation } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { plural } from "@/lib/format/format";
import { isAdmin, useGrants } from "@/lib/permission";
import { type Deed, useDeeds } from "@/ui/action/useDeeds";
import { toastDone } from "@/ui/dialog/toast";
import { personName } from "../words";
import type { ShownLink } from "./LinkDialog";

/** An action for an account; the reason is set if it is not available. */
export interface AccountAction {
  label: string;
  reason?: string;
  danger?: boolean;
  run: () => void;
}

const isWaiting = ({ state }: Account) => state === "invited" || state === "expired";

/** The reason why the caller may change nothing of the account. */
function outOfReach(account: Account, self: string): string | undefined {
  if (account.user_name.toLowerCase() === self.toLowerCase())
    return "This is your own account. Another manager of users must change it.";
  if (account.manageable) return undefined;
  return "This account has more rights than you can grant. Ask an administrator to change it.";
}

/** What disabling does to this account, for the question before. */
function disableWords(account: Account): string {
  const name = personName(account);
  if (isWaiting(account))
    return `The invitation of ${name} stops working. You can enable the account and invite again.`;
  const ended = account.sessions > 0 ? ` ${plural(account.sessions, "open session")} will end immediately.` : "";
  return `${name} cannot sign in, and API tokens of the account stop working.${ended} Uploads by ${name} are kept. You can enable the account again at any time.`;
}

/** What changes an account, and what ends its access, each with its call; what cannot be taken back asks first. */
export function useActions(area: AccountArea, account: Account, self: string, show: (link: ShownLink) => void) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const admin = isAdmin(useGrants());
  const name = personName(account);
  const reload = () => reread(queries, ...accountLists);
  const deed = (words: Deed<unknown>) => () => run({ after: reload, ...words });

  const reach = outOfReach(account, self);
  const equal = "This account has the same rights as yours. Ask an administrator.";
  const reset = reach ?? (account.resettable ? undefined : equal);
  const ofAdmin = area !== "all" && account.roles.includes("admin");
  const disabled = account.state === "disabled";
  const manages = account.manages.includes(area);

  const send = (kind: ShownLink["kind"]) => () =>
    run({
      call: () => sendLink(area, account.id),
      after: (sent) => {
        if (sent.sent) toastDone(`A link was mailed to ${account.email || account.user_name}.`);
        else show({ kind, userName: account.user_name, link: sent });
        return reload();
      },
      failed: `No link for ${name} was made`,
    });

  const letManage: AccountAction = {
    label: manages ? "Remove user management" : "Allow user management",
    reason: reach,
    run: deed({
      call: () => changeAccount(area, account.id, { manage_users: !manages }),
      done: manages ? `${name} cannot manage users any more.` : `${name} can manage users from the next sign-in.`,
      failed: `${name} was not changed`,
    }),
  };
  const sendAgain: AccountAction = { label: "Send the invitation again", reason: reach, run: send("invitation") };
  const sendReset: AccountAction = {
    label: "Send a link to choose a password",
    reason: reset ?? (disabled ? "The account is disabled. Enable it first." : undefined),
    run: send("reset"),
  };
  const endSessions: AccountAction = {
    label: "End all sessions and tokens…",
    reason: reach,
    run: deed({
      question: {
        title: `End all sessions and API tokens of ${name}?`,
        children:
          "All browsers of this account are signed out immediately, and programs need new API tokens. The password is unchanged.",
        confirm: "End sessions and tokens",
      },
      call: () => endSessionsOf(area, account.id),
      done: `${name} is signed out everywhere, and the API tokens are revoked.`,
      failed: `The sessions of ${name} were not ended`,
    }),
  };
  const removeFactor: AccountAction = {
    label: "Remove second factor…",
    reason: reset ?? (account.second_factor ? undefined : "This account has no second factor."),
    run: deed({
      question: {
        title: `Remove the second factor of ${name}?`,
        children:
          "For a person who lost both app and recovery codes. The account is then protected by the password only. First confirm in person or by phone who is asking. Open sessions continue.",
        confirm: "Remove second factor",
        danger: true,
      },
      call: () => removeSecondFactorOf(area, account.id),
      done: `The second factor of ${name} was removed.`,
      failed: `The second factor of ${name} was not removed`,
    }),
  };
  const withdraw: AccountAction = {
    label: "Withdraw the invitation…",
    reason: reach,
    danger: true,
    run: deed({
      question: {
        title: `Withdraw the invitation of ${name}?`,
        children:
          "The link stops working, and the account is removed from this list. You can invite the address again.",
        confirm: "Withdraw invitation",
        danger: true,
      },
      call: () => withdrawInvitation(area, account.id),
      done: `The invitation of ${name} was withdrawn.`,
      failed: `The invitation of ${name} was not withdrawn`,
    }),
  };
  const active = (is_active: boolean) => ({
    call: () => changeAccount(area, account.id, { is_active }),
    done: `${name} was ${is_active ? "enabled" : "disabled"}.`,
    failed: `${name} was not changed`,
  });
  const enable: AccountAction = { label: "Enable", reason: reset, run: deed(active(true)) };
  const disable: AccountAction = {
    label: "Disable…",
    reason: reach,
    danger: true,
    run: deed({
      question: { title: `Disable ${name}?`, children: disableWords(account), confirm: "Disable", danger: true },
      ...active(false),
    }),
  };

  return {
    busy,
    /** Why the role cannot be changed. */
    keepsRole: reach ?? (ofAdmin ? "Change roles of administrators in the list of all accounts." : undefined),
    changes: [
      // Only administrators give and take it.
      ...(admin && area !== "all" && !ofAdmin ? [letManage] : []),
      isWaiting(account) ? sendAgain : sendReset,
      endSessions,
      removeFactor,
    ],
    ends: [...(isWaiting(account) ? [withdraw] : []), disabled ? enable : disable],
  };
}
