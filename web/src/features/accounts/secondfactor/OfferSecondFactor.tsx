import { Button, Group } from "@mantine/core";
import { useState } from "react";
import classes from "../signin/auth.module.css";
import { SignInCard } from "../signin/SignInCard";
import { SecondFactorSetup } from "./SecondFactorSetup";

interface Props {
  userName: string;
  /** Set up, or left for later. */
  onDone: () => void;
}

/** Asks the first administrator, once, whether the account gets a second factor. Nothing is lost by saying no. */
export function OfferSecondFactor({ userName, onDone }: Props) {
  const [setUp, setSetUp] = useState(false);
  return (
    <SignInCard
      title="A second factor?"
      sub="This account can change everything. Protect it with a code from your phone."
    >
      {setUp ? (
        <SecondFactorSetup userName={userName} onDone={onDone} onCancel={onDone} />
      ) : (
        <>
          <p className={classes.note}>
            With an authenticator app, a stolen password is not enough to sign in. You can set it up at any time in your
            profile. You are not asked again.
          </p>
          <Group grow>
            <Button variant="default" onClick={onDone}>
              Not now
            </Button>
            <Button onClick={() => setSetUp(true)}>Set it up</Button>
          </Group>
        </>
      )}
    </SignInCard>
  );
}
