import { Button, Group } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import type { Credential } from "@/api/accounts/own";
import type { Duty } from "@/lib/route/guard";
import { ChangePasswordForm } from "../password/ChangePasswordForm";
import classes from "../signin/auth.module.css";
import { SignInCard } from "../signin/SignInCard";
import { SecondFactorSetup } from "./SecondFactorSetup";

interface Props {
  /** What the account owes, in the order in which it is settled. */
  duties: readonly Duty[];
  userName: string;
  /** What signs the calls: the cookie, or the token of the SGC area. */
  credential: Credential;
  onSignOut: () => void;
  /** All duties are done; the cached session is already updated. */
  onDone: () => void;
}

/** Who comes here has typed the password that is to be changed at signing in, a moment ago. */
function FirstPassword(props: ComponentProps<typeof ChangePasswordForm>) {
  return <ChangePasswordForm {...props} signedInLately />;
}

/** How each is settled. */
const ways = {
  change_password: {
    title: "Choose your own password",
    why: "Another person chose your current password.",
    Form: FirstPassword,
  },
  second_factor: {
    title: "Set up a second factor",
    why: "Your role requires a code from an app when you sign in.",
    Form: SecondFactorSetup,
  },
} satisfies Record<Duty, unknown>;

/** What an account owes before it may do anything else, one thing after the other. */
export function DutiesPage({ duties, userName, credential, onSignOut, onDone }: Props) {
  const [settled, setSettled] = useState<readonly Duty[]>([]);
  const open = duties.filter((duty) => !settled.includes(duty));
  const [current] = open;
  const count = duties.length > 1 ? `Step ${duties.length - open.length + 1} of ${duties.length}. ` : "";

  function settle(duty: Duty) {
    setSettled([...settled, duty]);
    if (open.length === 1) onDone();
  }

  if (!current) return <SignInCard title="All done">One moment.</SignInCard>;
  const { title, why, Form } = ways[current];
  return (
    <SignInCard title={title} sub={`${count}${why}`}>
      <Form userName={userName} credential={credential} onDone={() => settle(current)} />
      <div className={classes.links}>
        <Group justify="space-between" gap="8px 16px">
          <span>Signed in as {userName}.</span>
          <Button variant="subtle" size="compact-sm" onClick={onSignOut}>
            Sign out
          </Button>
        </Group>
      </div>
    </SignInCard>
  );
}
