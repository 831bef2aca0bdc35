import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { optionsQuery } from "@/api/options";
import { type SgcUser, sgcSessionQuery, sgcToken, unconfigured } from "@/api/sgc-session";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "./auth.module.css";
import { useDoorNotice } from "./doorNotice";
import { SgcSignInForm } from "./SgcSignInForm";
import { DemoNote, SignInCard } from "./SignInCard";

interface Props {
  /** A sign-in was there and is not taken any more. */
  expired: boolean;
  onDone: (user: SgcUser) => void;
}

/** The door of the SGC area: accounts of its user service. */
export function SgcSignInPage({ expired, onDone }: Props) {
  const options = useQuery(optionsQuery).data;
  return (
    <SignInCard title="Sign in to SGC" sub="Cohorts, phenotypes and their case totals.">
      <DemoNote />
      <div className={classes.notices}>
        <State expired={expired} />
      </div>
      <SgcSignInForm onDone={onDone} />
      {options?.user_service_url === "/" && (
        <div className={classes.links}>
          <div>
            <Link to="/login/reset" search={{ from: "sgc" }}>
              Forgot your password?
            </Link>
          </div>
        </div>
      )}
    </SignInCard>
  );
}

/** What stands in the way, or why one is here again. */
function State({ expired }: { expired: boolean }) {
  const options = useQuery(optionsQuery).data;
  const session = useQuery({ ...sgcSessionQuery, enabled: sgcToken() !== undefined }).data;
  const notice = useDoorNotice();
  return (
    <>
      {options?.user_service_url === "" && (
        <Notice tone="warn" title={unconfigured}>
          Nobody can sign in to this area before the operator of this server names the service that knows its accounts.
        </Notice>
      )}
      {session?.state === "unreachable" && (
        <Notice tone="warn" alert>
          {messageOf(session.error)}
        </Notice>
      )}
      {expired && <Notice tone="info">Your sign-in has expired. Sign in again to go on where you were.</Notice>}
      {notice && (
        <Notice tone={notice.tone} alert>
          {notice.sentence}
        </Notice>
      )}
    </>
  );
}
