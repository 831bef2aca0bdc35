import type { AccountArea } from "@/api/accounts/accounts";

/** What every way to invite somebody is given. */
export interface WayProps {
  area: AccountArea;
  /** Id of who invites; drafts are kept for each person apart. */
  selfId: string;
}
