import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { User } from "@/api/accounts/session";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Notice } from "@/ui/state/Notice";
import classes from "../accounts.module.css";
import { ChangePasswordForm } from "../password/ChangePasswordForm";

/** A new password for the own account; what it ends is said before and after. */
export function ChangePasswordPage({ user }: { user: User }) {
  const [done, setDone] = useState(false);
  return (
    <>
      <PageHeader sub="This ends all your other sessions." />
      <Card className={classes.narrow}>
        {done ? (
          <Stack gap={16}>
            <Notice tone="info" title="Your password was changed" alert>
              All your other sessions were ended. Sign in there again with the new password. API tokens keep working.
            </Notice>
            <Group justify="flex-end" gap={8}>
              <ButtonLink to="/hermes">Go to the submissions</ButtonLink>
            </Group>
          </Stack>
        ) : (
          <ChangePasswordForm userName={user.user_name} hasPassword={user.is_internal} onDone={() => setDone(true)} />
        )}
      </Card>
    </>
  );
}
