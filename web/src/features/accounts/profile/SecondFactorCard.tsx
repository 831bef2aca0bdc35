import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeSecondFactor, renewRecoveryCodes } from "@/api/account-calls";
import { accountKeys, type Profile } from "@/api/accounts";
import { formatCount } from "@/lib/format";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/confirm";
import { GuardedButton } from "@/ui/GuardedButton";
import { Notice } from "@/ui/Notice";
import { Tag } from "@/ui/Tag";
import { toastDone, toastError } from "@/ui/toast";
import classes from "../accounts.module.css";
import { RecoveryCodes } from "../signin/RecoveryCodes";
import { SecondFactorSetup } from "../signin/SecondFactorSetup";
import { Cancelled, useReauthentication } from "./reauthenticate";

/** So few recovery codes that new ones should be made. */
const fewCodes = 3;

/** A code of an app at each sign-in with the password. */
export function SecondFactorCard({ profile }: { profile: Profile }) {
  const { second_factor: on, second_factor_required: required } = profile;
  const state = on ? <Tag tone="pass">On</Tag> : <Tag tone={required ? "warn" : "neutral"}>Off</Tag>;
  return (
    <Card title="Second factor" aside={state}>
      {on ? <Enrolled profile={profile} /> : <Absent profile={profile} />}
    </Card>
  );
}

function Absent({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  if (!profile.has_password) {
    return <p className={classes.note}>You sign in with a linked account; its provider asks for a second factor.</p>;
  }
  if (open) {
    const close = () => setOpen(false);
    const finish = () => {
      close();
      toastDone("Your second factor is set up.");
      void queries.invalidateQueries({ queryKey: accountKeys.profile });
    };
    return <SecondFactorSetup userName={profile.user.user_name} onDone={finish} onCancel={close} />;
  }
  return (
    <div className={classes.stack}>
      <p className={classes.note}>
        With a code of an authenticator app, a password that somebody learned opens nothing.
        {profile.second_factor_required && " Your role requires one."}
      </p>
      <div>
        <Button onClick={() => setOpen(true)}>Set up…</Button>
      </div>
    </div>
  );
}

function Enrolled({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const reauthenticate = useReauthentication();
  const [codes, setCodes] = useState<string[]>();
  const left = profile.recovery_codes_left;
  const reload = () => queries.invalidateQueries({ queryKey: accountKeys.profile });

  const renew = useMutation({
    mutationFn: () => reauthenticate(renewRecoveryCodes),
    onSuccess: (fresh) => {
      setCodes(fresh);
      return reload();
    },
    onError: (error) => {
      if (!(error instanceof Cancelled)) toastError("The recovery codes were not renewed", error);
    },
  });
  const remove = useMutation({
    mutationFn: () => reauthenticate(removeSecondFactor),
    onSuccess: () => {
      toastDone("Your second factor was removed.");
      return reload();
    },
    onError: (error) => {
      if (!(error instanceof Cancelled)) toastError("Your second factor was not removed", error);
    },
  });

  async function askAndRemove() {
    const yes = await confirm({
      title: "Remove the second factor?",
      children: "From then on the password alone opens your account. The recovery codes stop working.",
      confirm: "Remove second factor",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  if (codes) {
    return <RecoveryCodes codes={codes} userName={profile.user.user_name} onDone={() => setCodes(undefined)} />;
  }
  const action = profile.second_factor_required
    ? { allowed: false, reason: "Your role requires a second factor." }
    : { allowed: true };
  return (
    <div className={classes.stack}>
      {left < fewCodes && (
        <Notice tone="warn" title={left === 0 ? "No recovery codes are left" : "Few recovery codes are left"}>
          Without them, losing your phone locks you out. Make new ones.
        </Notice>
      )}
      <p className={classes.note}>
        {formatCount(left)} unused recovery {left === 1 ? "code" : "codes"} left, for when the app is not at hand.
      </p>
      <div className={classes.itemActions}>
        <Button variant="default" onClick={() => renew.mutate()} loading={renew.isPending}>
          New recovery codes…
        </Button>
        <GuardedButton variant="default" action={action} onClick={askAndRemove} loading={remove.isPending}>
          Remove…
        </GuardedButton>
      </div>
    </div>
  );
}
