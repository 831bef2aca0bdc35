import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "@/api/accounts";
import type { ProviderPage } from "@/features/auth/provider";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { PageSkeleton } from "@/ui/Skeletons";
import { ErrorState } from "@/ui/states";
import classes from "../accounts.module.css";
import { personName } from "../words";
import { IdentitiesCard } from "./IdentitiesCard";
import { NameCard } from "./NameCard";
import { PasswordCard } from "./PasswordCard";
import { Reauthentication } from "./reauthenticate";
import { SecondFactorCard } from "./SecondFactorCard";
import { SessionsCard } from "./SessionsCard";
import { TokensCard } from "./TokensCard";

/** The own account. `page` is its address, to come back to from the external provider. */
export function ProfilePage({ page }: { page: ProviderPage }) {
  const profile = useQuery(profileQuery);
  if (!profile.data) {
    if (!profile.error) return <PageSkeleton label="Reading your account" />;
    return (
      <>
        <PageHeader />
        <Card>
          <ErrorState
            title="Your account could not be loaded"
            error={profile.error}
            safe="Nothing was changed."
            onRetry={() => void profile.refetch()}
          />
        </Card>
      </>
    );
  }
  return (
    <Reauthentication>
      <PageHeader sub={`Signed in as ${personName(profile.data.user)}`} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <NameCard profile={profile.data} />
          <PasswordCard profile={profile.data} />
          <SecondFactorCard profile={profile.data} />
        </div>
        <div className={classes.stack}>
          <SessionsCard />
          <TokensCard />
          <IdentitiesCard profile={profile.data} page={page} />
        </div>
      </div>
    </Reauthentication>
  );
}
