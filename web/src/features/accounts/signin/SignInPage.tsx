import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { optionsQuery } from "@/api/options";
import { signIn, type User } from "@/api/session";
import { Notice } from "@/ui/Notice";
import classes from "./auth.module.css";
import { useDoorNotice } from "./doorNotice";
import { ProviderButton } from "./ProviderButton";
import { leaveToProvider } from "./provider";
import { DemoNote, SignInCard } from "./SignInCard";
import { SignInForm } from "./SignInForm";

interface Props {
  /** "hermes" at its own door, "datasets" at the common one. */
  area: "hermes" | "datasets";
  /** Where the visitor wanted to go; whoever leads there checks it. */
  redirect?: string;
  onDone: (user: User) => void;
}

const words = {
  hermes: { title: "Sign in to HERMES", sub: "Summary statistics, quality control and meta-analyses." },
  datasets: { title: "Sign in", sub: "Data sets, tools and the consortia's areas." },
} as const;

const pages = { hermes: "/hermes/login", datasets: "/login" } as const;

export function SignInPage({ area, redirect, onDone }: Props) {
  const queries = useQueryClient();
  const options = useQuery(optionsQuery).data;
  const notice = useDoorNotice();
  const provider = options?.provider;
  return (
    <SignInCard {...words[area]}>
      <DemoNote />
      {notice && (
        <div className={classes.notice}>
          <Notice tone={notice.tone} alert>
            {notice.sentence}
          </Notice>
        </div>
      )}
      <SignInForm
        send={({ userName, password, remember, code }) =>
          signIn(queries, { user_name: userName, password, remember, code })
        }
        onDone={onDone}
      >
        {(remember) =>
          provider && (
            <>
              <div className={classes.or}>or</div>
              <ProviderButton start={() => leaveToProvider("sign_in", { page: pages[area], redirect, remember })}>
                Sign in with {provider}
              </ProviderButton>
            </>
          )
        }
      </SignInForm>
      <div className={classes.links}>
        <div>
          <Link to="/login/reset" search={area === "hermes" ? { from: "hermes" } : {}}>
            Forgot your password?
          </Link>
        </div>
        {options && <NoAccount registration={options.registration} />}
      </div>
    </SignInCard>
  );
}

/** How to get an account: by asking, or by invitation alone. */
function NoAccount({ registration }: { registration: boolean }) {
  if (!registration) return <div>No account? The people who run your consortium invite you.</div>;
  return (
    <div>
      No account? <Link to="/register">Request access</Link>
    </div>
  );
}
