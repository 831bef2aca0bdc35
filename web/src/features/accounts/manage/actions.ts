import type { Account, AccountArea, AccountState } from "@/api/accounts";
import { plural } from "@/lib/format";
import { personName } from "../words";

/** What can be done with an account now; a reason says why not. */
export interface AccountAction {
  label: string;
  reason?: string;
}

export interface AccountActions {
  role: AccountAction;
  link: AccountAction & { kind: "invitation" | "reset" };
  /** Of the users of the area; only administrators give and take it. */
  manage?: AccountAction & { give: boolean };
  sessions: AccountAction;
  factor: AccountAction;
  /** Only while the invitation was not accepted. */
  withdraw?: AccountAction;
  active: AccountAction & { enable: boolean };
}

const waiting = (state: AccountState) => state === "invited" || state === "expired";

/** The reason why the caller may change nothing of the account. */
function outOfReach(account: Account, self: string): string | undefined {
  if (account.user_name.toLowerCase() === self.toLowerCase())
    return "This is your own account; somebody else changes it.";
  if (account.manageable) return undefined;
  return "This account may do more than you may grant. An administrator can change it.";
}

const equal = "This account may do as much as yours. An administrator can do this.";

/** `admin`: whether it is an administrator who is looking. */
export function actionsOf(area: AccountArea, account: Account, self: string, admin: boolean): AccountActions {
  const reach = outOfReach(account, self);
  const reset = reach ?? (account.resettable ? undefined : equal);
  const { state } = account;
  const off = state === "disabled" ? "The account is disabled. Enable it first." : undefined;
  const manages = account.manages.includes(area);
  const everywhere =
    area !== "all" && account.roles.includes("admin")
      ? "Roles of administrators are changed in the list of all accounts."
      : undefined;
  return {
    role: { label: "Change role…", reason: reach ?? everywhere },
    link: waiting(state)
      ? { kind: "invitation", label: "Send the invitation again", reason: reach }
      : { kind: "reset", label: "Send a link to choose a password", reason: reset ?? off },
    manage:
      admin && area !== "all" && !account.roles.includes("admin")
        ? { give: !manages, label: manages ? "No longer let manage users" : "Let manage users", reason: reach }
        : undefined,
    sessions: { label: "End all sessions and tokens…", reason: reach },
    factor: {
      label: "Remove second factor…",
      reason: reset ?? (account.second_factor ? undefined : "This account has no second factor."),
    },
    withdraw: waiting(state) ? { label: "Withdraw the invitation…", reason: reach } : undefined,
    active: {
      enable: state === "disabled",
      label: state === "disabled" ? "Enable" : "Disable…",
      reason: state === "disabled" ? reset : reach,
    },
  };
}

/** What disabling does to this account, for the question before. */
export function disableWords(account: Account): string {
  const name = personName(account);
  if (waiting(account.state))
    return `The invitation of ${name} stops working. You can enable the account and invite again.`;
  const ended = account.sessions > 0 ? ` ${plural(account.sessions, "open session")} will end at once.` : "";
  return `${name} can no longer sign in, and API tokens of the account stop working.${ended} What ${name} uploaded stays. You can enable the account again at any time.`;
}
