import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Profile } from "@/api/accounts/accounts";
import { ownAccount } from "@/api/accounts/accounts";
import { askForReset } from "@/api/accounts/calls";
import { optionsQuery } from "@/api/accounts/options";
import { reread } from "@/api/api-query";
import { formatDate } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { toastError } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import classes from "../accounts.module.css";
import { ChangePasswordForm } from "../password/ChangePasswordForm";

/** The own password: changed here, or the way to one for accounts that have none. */
export function PasswordCard({ profile }: { profile: Profile }) {
  return (
    <Card title="Password">{profile.has_password ? <Change profile={profile} /> : <Absent profile={profile} />}</Card>
  );
}

function Change({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const { password_changed_at: changed, user } = profile;

  function finish() {
    setOpen(false);
    setDone(true);
    void reread(queries, ...ownAccount);
  }

  if (open) {
    return (
      <Stack gap={16}>
        <ChangePasswordForm userName={user.user_name} onDone={finish} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" size="xs" onClick={() => setOpen(false)}>
            Keep the password
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap={16}>
      {done && (
        <Notice tone="info" title="Your password was changed" alert>
          All your other sessions were ended. API tokens keep working.
        </Notice>
      )}
      <p className={classes.note}>{changed ? `Last changed ${formatDate(changed)}.` : "Not changed so far."}</p>
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password…
        </Button>
      </div>
    </Stack>
  );
}

function Absent({ profile }: { profile: Profile }) {
  const mail = useQuery(optionsQuery).data?.mail ?? false;
  const ask = useMutation({
    mutationFn: () => askForReset(profile.user.user_name),
    onError: (error) => toastError("No link was sent", error),
  });
  return (
    <Stack gap={16}>
      <p className={classes.note}>
        This account has no password: you sign in with a linked account.{" "}
        {mail
          ? "To add a password, request a link by mail."
          : "To add a password, ask a person who manages users for a link."}
      </p>
      {ask.isSuccess && (
        <Notice tone="info" title="Check your mail" alert>
          If {profile.user.email || "your account"} can get mail from this server, a link is on its way. It works once,
          for an hour.
        </Notice>
      )}
      {mail && (
        <div>
          <Button variant="default" onClick={() => ask.mutate()} loading={ask.isPending}>
            Mail me a link
          </Button>
        </div>
      )}
    </Stack>
  );
}
