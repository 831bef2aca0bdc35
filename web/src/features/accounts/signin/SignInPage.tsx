import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { optionsQuery, type SignInOptions } from "@/api/accounts/options";
import { sgcSessionQuery, sgcToken, unconfigured } from "@/api/sgc/session";
import { type AreaName, areas } from "@/lib/route/areas";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "./auth.module.css";
import { type DoorSearch, doors, pastDoor } from "./door";
import { useDoorNotice } from "./doorNotice";
import { ProviderButton } from "./ProviderButton";
import { PublicOffer } from "./PublicOffer";
import { leaveToProvider } from "./provider";
import { DemoNote, SignInCard } from "./SignInCard";
import { SignInForm } from "./SignInForm";

interface Props {
  /** Whose door it is; "datasets" has the common one. */
  area: AreaName;
  search: DoorSearch;
}

/** The one page at which people sign in. */
export function SignInPage({ area, search: { redirect, expired } }: Props) {
  const queries = useQueryClient();
  const router = useRouter();
  const options = useQuery(optionsQuery).data;
  const notice = useDoorNotice();
  const { title, opens } = doors[area];

  async function enter() {
    const href = await pastDoor(queries, area, redirect);
    router.history.push(href ?? areas[area].home);
  }

  return (
    <SignInCard title={title} sub={opens}>
      <DemoNote />
      {/* The obstacle to signing in, or why the user is here again. */}
      <div className={classes.notices}>
        {area === "sgc" && <ServiceNotices options={options} />}
        {expired === 1 && <Notice tone="info">Your sign-in has expired. Sign in again to continue.</Notice>}
        {notice && (
          <Notice tone={notice.tone} alert>
            {notice.sentence}
          </Notice>
        )}
      </div>
      <PublicOffer redirect={redirect} />
      <SignInForm credential={area === "sgc" ? "sgc" : "session"} onDone={() => void enter()}>
        {(remember) =>
          area !== "sgc" &&
          options?.provider && (
            <>
              <div className={classes.or}>or</div>
              <ProviderButton start={() => leaveToProvider("sign_in", { page: pages[area], redirect, remember })}>
                Sign in with {options.provider}
              </ProviderButton>
            </>
          )
        }
      </SignInForm>
      <Helps area={area} options={options} />
    </SignInCard>
  );
}

const pages = { hermes: "/hermes/login", datasets: "/login" } as const;

/** What the service that keeps the accounts of SGC does not do at the moment. */
function ServiceNotices({ options }: { options: SignInOptions | undefined }) {
  const session = useQuery({ ...sgcSessionQuery, enabled: sgcToken() !== undefined }).data;
  return (
    <>
      {options?.user_service_url === "" && (
        <Notice tone="warn" title={unconfigured}>
          Sign-in to this area is not available: the operator of this server must configure its user service.
        </Notice>
      )}
      {session?.state === "unreachable" && (
        <Notice tone="warn" alert>
          {messageOf(session.error)}
        </Notice>
      )}
    </>
  );
}

const from = { hermes: { from: "hermes" }, sgc: { from: "sgc" }, datasets: {} } as const;

/** For those without a password or an account; those of a service elsewhere ask there. */
function Helps({ area, options }: { area: AreaName; options: SignInOptions | undefined }) {
  if (area === "sgc" && options?.user_service_url !== "/") return null;
  return (
    <div className={classes.links}>
      <div>
        <Link to="/login/reset" search={from[area]}>
          Forgot your password?
        </Link>
      </div>
      {area !== "sgc" && options && (
        <div>
          No account?{" "}
          {options.registration ? (
            <Link to="/register">Request access</Link>
          ) : (
            "The people who run your consortium invite you."
          )}
        </div>
      )}
    </div>
  );
}
