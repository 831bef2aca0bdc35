import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { optionsQuery } from "@/api/accounts/options";
import { Answered } from "@/ui/state/Answered";
import classes from "../signin/auth.module.css";
import { BackToDoor } from "../signin/BackToDoor";
import { SignInCard } from "../signin/SignInCard";
import { Invitation } from "./Invitation";
import { RequestAccess } from "./RequestAccess";

interface Props {
  /** Of an invitation in this tab. */
  token: string | undefined;
}

/** How one gets an account: with an invitation, or by asking for one where that is possible. */
export function RegisterPage({ token }: Props) {
  return token === undefined ? <WithoutInvitation /> : <Invitation token={token} />;
}

function WithoutInvitation() {
  const options = useQuery(optionsQuery);
  if (options.data?.registration) return <RequestAccess />;
  return (
    <SignInCard title="How to get an account">
      <Answered
        what="what this server can do"
        answer={options}
        loading={<Skeleton height={80} role="status" aria-label="Asking what this server can do" />}
        title="The server did not answer"
      >
        {() => (
          <p className={classes.note}>
            Accounts are created by invitation. Ask a HERMES or SGC reviewer, or an administrator. The link they send
            you opens this page.
          </p>
        )}
      </Answered>
      <BackToDoor />
    </SignInCard>
  );
}
