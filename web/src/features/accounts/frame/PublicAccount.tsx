import type { User } from "@/api/accounts/session";
import { areaOf } from "@/lib/route/areas";
import { homeOf } from "@/lib/route/landing";
import { AnchorLink } from "@/ui/action/links";
import { AccountMenu } from "./AccountMenu";

/** In the bar of public pages for a reader who is signed in: the way back to their own pages, and the account. */
export function PublicAccount({ user }: { user: User }) {
  const home = homeOf(user);
  return (
    <>
      <AnchorLink to={home} display="inline-flex" mih={24} style={{ alignItems: "center" }}>
        Back to your pages
      </AnchorLink>
      <AccountMenu user={user} area={areaOf(home)} />
    </>
  );
}
