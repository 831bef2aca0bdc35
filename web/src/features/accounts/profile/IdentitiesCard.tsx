import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Profile } from "@/api/accounts/accounts";
import { ownAccount } from "@/api/accounts/accounts";
import { unlinkIdentity } from "@/api/accounts/calls";
import { optionsQuery } from "@/api/accounts/options";
import { reread } from "@/api/api-query";
import { formatDate } from "@/lib/format/format";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import { toastError } from "@/ui/dialog/toast";
import classes from "../accounts.module.css";
import { leaveToProvider, type ProviderPage } from "../signin/provider";
import { issuerWord } from "../words";

type Identity = Profile["identities"][number];

/** Accounts elsewhere that open this one; nothing when there is no provider and none was linked. */
export function IdentitiesCard({ profile, page }: { profile: Profile; page: ProviderPage }) {
  const provider = useQuery(optionsQuery).data?.provider ?? "";
  const link = useMutation({
    mutationFn: () => leaveToProvider("link", { page }),
    onError: (error) => toastError(`${provider} was not linked`, error),
  });
  const { identities } = profile;
  if (!provider && identities.length === 0) return null;
  return (
    <Card flush title="Linked sign-ins">
      <ul className={classes.list}>
        {identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} last={!profile.has_password && identities.length === 1} />
        ))}
        {provider && (
          <li className={classes.item}>
            <span className={`${classes.itemWords} ${classes.note}`}>
              {identities.length === 0
                ? `Link an account of ${provider} to sign in with it as well.`
                : `You can sign in with ${provider}.`}
            </span>
            {identities.length === 0 && (
              <Button variant="default" size="xs" onClick={() => link.mutate()} loading={link.isPending}>
                Link {provider}
              </Button>
            )}
          </li>
        )}
      </ul>
    </Card>
  );
}

function IdentityRow({ identity, last }: { identity: Identity; last: boolean }) {
  const queries = useQueryClient();
  const name = identity.email || issuerWord(identity.issuer);
  const { run, busy } = useDeeds();
  const unlink = () =>
    run({
      question: {
        title: `Unlink ${name}?`,
        children: `${name} is unlinked from this account. Sign in with your password.`,
        confirm: "Unlink",
      },
      call: () => unlinkIdentity(identity.id),
      done: `${name} was unlinked.`,
      after: () => reread(queries, ...ownAccount),
      failed: `${name} is still linked`,
    });
  return (
    <li className={classes.item}>
      <div className={classes.itemWords}>
        {name}
        <span className={classes.second}>
          {issuerWord(identity.issuer)} · linked {formatDate(identity.linked_at)}
          {last && " · your only way in: set a password before you unlink it"}
        </span>
      </div>
      {!last && (
        <Button variant="default" size="xs" onClick={unlink} loading={busy} aria-label={`Unlink ${name}`}>
          Unlink…
        </Button>
      )}
    </li>
  );
}
