import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { type Link, lookUpLink } from "@/api/doors";
import { AskForReset, type Door } from "./AskForReset";
import { ChooseByLink } from "./ChooseByLink";
import { LinkGone } from "./LinkGone";
import { dropLink } from "./linkToken";
import { SignInCard } from "./SignInCard";

interface Props {
  /** Of a link in this tab. */
  token: string | undefined;
  /** The area whose sign-in page one came from. */
  from: "hermes" | "sgc" | undefined;
}

const doors = { hermes: "/hermes/login", sgc: "/sgc/login" } as const;

/** A new password for somebody who forgot theirs: by asking for a link, then with the link. */
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
  const { data, error, refetch } = useQuery({
    queryKey: ["link", token],
    queryFn: () => lookUpLink(token),
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function done(link: Link) {
    dropLink("reset");
    await router.navigate({
      to: doorOf(link),
      replace: true,
      state: { doorNotice: { tone: "info", sentence: "Your password is changed. Sign in with the new one." } },
    });
  }

  async function askAgain() {
    dropLink("reset");
    await router.invalidate();
  }

  const failure = used ?? error;
  return (
    <SignInCard title="Choose a new password" sub={data && !failure ? `For ${data.user_name}.` : undefined}>
      {failure ? (
        <LinkGone error={failure} onRetry={() => void refetch()}>
          <Button fullWidth onClick={() => void askAgain()}>
            Ask for a new link
          </Button>
        </LinkGone>
      ) : data ? (
        <ChooseByLink token={token} link={data} onGone={setUsed} onDone={() => void done(data)} />
      ) : (
        <Skeleton height={180} aria-label="Reading the link" role="status" />
      )}
    </SignInCard>
  );
}
