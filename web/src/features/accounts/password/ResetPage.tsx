import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { type Link, linkQuery } from "@/api/accounts/doors";
import { Answered } from "@/ui/state/Answered";
import { isGone, LinkGone } from "../register/LinkGone";
import { dropLink } from "../register/linkToken";
import type { Door } from "../signin/BackToDoor";
import { SignInCard } from "../signin/SignInCard";
import { AskForReset } from "./AskForReset";
import { ChooseByLink } from "./ChooseByLink";

interface Props {
  /** Of a link in this tab. */
  token: string | undefined;
  /** The area whose sign-in page one came from. */
  from: "hermes" | "sgc" | undefined;
}

const doors = { hermes: "/hermes/login", sgc: "/sgc/login" } as const;

/** A new password for a user who forgot theirs: request a link, then use it. */
export function ResetPage({ token, from }: Props) {
  if (token === undefined) return <AskForReset door={from ? doors[from] : "/login"} />;
  return <WithLink token={token} />;
}

/** The sign-in page of the one area of an account, else the common one. */
function doorOf({ areas: [only, ...others] }: Link): Door {
  return others.length === 0 && (only === "hermes" || only === "sgc") ? doors[only] : "/login";
}

function WithLink({ token }: { token: string }) {
  const router = useRouter();
  const [used, setUsed] = useState<unknown>();
  const answer = useQuery(linkQuery(token));

  async function done(link: Link, sentence: string) {
    dropLink("reset");
    await router.navigate({
      to: doorOf(link),
      replace: true,
      state: { doorNotice: { tone: "info", sentence } },
    });
  }

  async function askAgain() {
    dropLink("reset");
    await router.invalidate();
  }

  const gone = (error: unknown) => (
    <LinkGone error={error}>
      <Button fullWidth onClick={() => void askAgain()}>
        Ask for a new link
      </Button>
    </LinkGone>
  );
  const { data } = answer;
  return (
    <SignInCard title="Choose a new password" sub={data && !used ? `For ${data.user_name}.` : undefined}>
      {used ? (
        gone(used)
      ) : (
        <Answered
          what="the link"
          answer={answer}
          loading={<Skeleton height={180} aria-label="Reading the link" role="status" />}
          refused={(error) => isGone(error) && gone(error)}
        >
          {(link) => (
            <ChooseByLink token={token} link={link} onGone={setUsed} onDone={(sentence) => void done(link, sentence)} />
          )}
        </Answered>
      )}
    </SignInCard>
  );
}
