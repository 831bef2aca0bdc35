import { Button, Group, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Profile } from "@/api/accounts/accounts";
import { ownAccount } from "@/api/accounts/accounts";
import { removeSecondFactor, renewRecoveryCodes } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { formatCount } from "@/lib/format/format";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import { Tag } from "@/ui/Tag";
import classes from "../accounts.module.css";
import { RecoveryCodes } from "../secondfactor/RecoveryCodes";
import { SecondFactorSetup } from "../secondfactor/SecondFactorSetup";
import { Cancelled, useReauthentication } from "./reauthenticate";

/** So few recovery codes that new ones should be made. */
const fewCodes = 3;

/** A code of an app at each sign-in with the password. */
export function SecondFactorCard({ profile }: { profile: Profile }) {
  const { second_factor: on, second_factor_required: required } = profile;
  const [enrolled, setEnrolled] = useState(false);
  const state = on || enrolled ? <Tag tone="pass">On</Tag> : <Tag tone={required ? "warn" : "neutral"}>Off</Tag>;
  return (
    <Card title="Second factor" aside={state}>
      {on ? <Enrolled profile={profile} /> : <Absent profile={profile} onEnrolled={setEnrolled} />}
    </Card>
  );
}

interface AbsentProps {
  profile: Profile;
  /** The server asks for it from now on; the page still shows the recovery codes. */
  onEnrolled: (enrolled: boolean) => void;
}

function Absent({ profile, onEnrolled }: AbsentProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  if (!profile.has_password) {
    return <p className={classes.note}>You sign in with a linked account. Its provider asks for a second factor.</p>;
  }
  if (open) {
    const close = () => setOpen(false);
    const finish = () => {
      close();
      toastDone("Your second factor is set up.");
      void reread(queries, ...ownAccount).finally(() => onEnrolled(false));
    };
    return (
      <SecondFactorSetup
        userName={profile.user.user_name}
        onEnrolled={() => onEnrolled(true)}
        onDone={finish}
        onCancel={close}
      />
    );
  }
  return (
    <Stack gap={16}>
      <p className={classes.note}>
        Protects your account with a code from an authenticator app, even if someone learns your password.
        {profile.second_factor_required && " Your role requires one."}
      </p>
      <div>
        <Button onClick={() => setOpen(true)}>Set up…</Button>
      </div>
    </Stack>
  );
}

function Enrolled({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const reauthenticate = useReauthentication();
  const [codes, setCodes] = useState<string[]>();
  const [renewing, removing] = [useDeeds(), useDeeds()];
  const left = profile.recovery_codes_left;
  const reload = () => reread(queries, ...ownAccount);

  const deed = { onRefused: (error: unknown) => error instanceof Cancelled };
  const renew = () =>
    renewing.run({
      ...deed,
      call: () => reauthenticate(renewRecoveryCodes),
      after: (fresh) => {
        setCodes(fresh);
        return reload();
      },
      failed: "The recovery codes were not renewed",
    });
  const remove = () =>
    removing.run({
      ...deed,
      question: {
        title: "Remove the second factor?",
        children: "Your account is then protected by the password only. The recovery codes stop working.",
        confirm: "Remove second factor",
        danger: true,
      },
      call: () => reauthenticate(removeSecondFactor),
      done: "Your second factor was removed.",
      after: reload,
      failed: "Your second factor was not removed",
    });

  if (codes) {
    return <RecoveryCodes codes={codes} userName={profile.user.user_name} onDone={() => setCodes(undefined)} />;
  }
  const action = profile.second_factor_required
    ? { allowed: false, reason: "Your role requires a second factor." }
    : { allowed: true };
  return (
    <Stack gap={16}>
      {left < fewCodes && (
        <Notice tone="warn" title={left === 0 ? "No recovery codes are left" : "Few recovery codes are left"}>
          Without them, you are locked out if you lose your phone. Create new ones.
        </Notice>
      )}
      <p className={classes.note}>
        {formatCount(left)} unused recovery {left === 1 ? "code" : "codes"} left, for when the app is not at hand.
      </p>
      <Group gap={8}>
        <Button variant="default" onClick={renew} loading={renewing.busy}>
          New recovery codes…
        </Button>
        <GuardedButton variant="default" action={action} onClick={remove} loading={removing.busy}>
          Remove…
        </GuardedButton>
      </Group>
    </Stack>
  );
}
