import type { Account, AccountArea, AccountState } from "@/api/accounts";
import { plural } from "@/lib/format";
import { personName } from "./words";

/** What can be done with an account now; a reason says why not. */
export interface AccountAction {
  label: string;
  reason?: string;
}

export interface AccountActions {
  role: AccountAction;
  link: AccountAction & { kind: "invitation" | "reset" };
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

export function actionsOf(area: AccountArea, account: Account, self: string): AccountActions {
  const reach = outOfReach(account, self);
  const { state } = account;
  const off = state === "disabled" ? "The account is disabled. Enable it first." : undefined;
  const nowhere = account.sessions === 0 ? "Not signed in anywhere." : undefined;
  const everywhere =
    area !== "all" && account.roles.includes("admin")
      ? "Roles of administrators are changed in the list of all accounts."
      : undefined;
  return {
    role: { label: "Change role…", reason: reach ?? everywhere },
    link: waiting(state)
      ? { kind: "invitation", label: "Send the invitation again", reason: reach }
      : { kind: "reset", label: "Send a link to choose a password", reason: reach ?? off },
    sessions: { label: "End all sessions…", reason: reach ?? nowhere },
    factor: {
      label: "Remove second factor…",
      reason: reach ?? (account.second_factor ? undefined : "This account has no second factor."),
    },
    withdraw: waiting(state) ? { label: "Withdraw the invitation…", reason: reach } : undefined,
    active: { enable: state === "disabled", label: state === "disabled" ? "Enable" : "Disable…", reason: reach },
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
