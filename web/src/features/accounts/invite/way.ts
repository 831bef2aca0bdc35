import type { AccountArea } from "@/api/accounts/accounts";

/** The props of every way to invite a person. */
export interface WayProps {
  area: AccountArea;
  /** Id of who invites; drafts are kept for each person apart. */
  selfId: string;
  /** Areas whose users the inviter manages: an invitation may carry a role in each. */
  manages: readonly string[];
  /** Hours until the links of invitations expire. */
  hours: number;
}
