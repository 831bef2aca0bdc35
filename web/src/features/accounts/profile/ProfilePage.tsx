import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "@/api/accounts/accounts";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";
import classes from "../accounts.module.css";
import type { ProviderPage } from "../signin/provider";
import { personName } from "../words";
import { IdentitiesCard } from "./IdentitiesCard";
import { NameCard } from "./NameCard";
import { PasswordCard } from "./PasswordCard";
import { Reauthentication } from "./reauthenticate";
import { SecondFactorCard } from "./SecondFactorCard";
import { SessionsCard } from "./SessionsCard";
import { StorageCard } from "./StorageCard";
import { TokensCard } from "./TokensCard";

/** The own account. `page` is its address, to come back to from the external provider. */
export function ProfilePage({ page }: { page: ProviderPage }) {
  const profile = useQuery(profileQuery);
  return (
    <Answered
      what="your account"
      answer={profile}
      loading={<PageSkeleton label="Reading your account" />}
      frame={onPage}
    >
      {(data) => (
        <Reauthentication>
          <PageHeader sub={`Signed in as ${personName(data.user)}`} />
          <div className={classes.columns}>
            <Stack gap={16}>
              <NameCard profile={data} />
              <PasswordCard profile={data} />
              <SecondFactorCard profile={data} />
              <StorageCard />
            </Stack>
            <Stack gap={16}>
              <SessionsCard />
              <TokensCard />
              <IdentitiesCard profile={data} page={page} />
            </Stack>
          </div>
        </Reauthentication>
      )}
    </Answered>
  );
}
