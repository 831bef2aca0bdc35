import { Box, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type Link, linkQuery } from "@/api/accounts/doors";
import { optionsQuery } from "@/api/accounts/options";
import type { User } from "@/api/accounts/session";
import { formatDateTime } from "@/lib/format/format";
import { own } from "@/lib/own";
import { homeOf } from "@/lib/route/landing";
import { Fact, Facts } from "@/ui/Facts";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { OfferSecondFactor } from "../secondfactor/OfferSecondFactor";
import classes from "../signin/auth.module.css";
import { useDoorNotice } from "../signin/doorNotice";
import { ProviderButton } from "../signin/ProviderButton";
import { leaveToProvider } from "../signin/provider";
import { SignInCard } from "../signin/SignInCard";
import { AcceptForm } from "./AcceptForm";
import { isGone, isWithdrawn, LinkGone } from "./LinkGone";
import { dropLink } from "./linkToken";

const areaWords: Record<string, string> = { hermes: "HERMES", sgc: "SGC", datasets: "Registry" };

/** "HERMES and SGC". */
function placesOf({ areas }: Link): string {
  const list = new Intl.ListFormat("en", { type: "conjunction" });
  return list.format(areas.map((area) => own(areaWords, area) ?? area));
}

/** An invitation: who it is from, what it opens, and how to accept it. */
export function Invitation({ token }: { token: string }) {
  const [used, setUsed] = useState<unknown>();
  const answer = useQuery(linkQuery(token));
  const gone = used ?? (isGone(answer.error) ? answer.error : undefined);
  if (gone) return <Gone error={gone} />;
  const frame = (state: ReactNode) => <SignInCard title="Your invitation">{state}</SignInCard>;
  return (
    <Answered
      what="your invitation"
      answer={answer}
      loading={frame(<Skeleton height={220} role="status" aria-label="Reading the invitation" />)}
      frame={frame}
    >
      {(link) => <Open token={token} link={link} onGone={setUsed} />}
    </Answered>
  );
}

function Gone({ error }: { error: unknown }) {
  const withdrawn = isWithdrawn(error);
  return (
    <SignInCard title={withdrawn ? "This invitation was withdrawn" : "This invitation does not work"}>
      <LinkGone error={error}>
        <p className={classes.note}>
          {withdrawn ? (
            <>
              Do you have another account? Then <RouterLink to="/login">sign in</RouterLink>.
            </>
          ) : (
            <>
              Did you accept it already? Then <RouterLink to="/login">sign in</RouterLink>. Otherwise ask the person who
              invited you to send it again.
            </>
          )}
        </p>
      </LinkGone>
    </SignInCard>
  );
}

interface OpenProps {
  token: string;
  link: Link;
  onGone: (error: unknown) => void;
}

function Open({ token, link, onGone }: OpenProps) {
  const router = useRouter();
  const options = useQuery(optionsQuery).data;
  const notice = useDoorNotice();
  const first = link.kind === "first_admin";
  const provider = first ? "" : options?.provider;
  const [asked, setAsked] = useState<User>();

  async function accepted(user: User) {
    dropLink("invitation");
    if (first) return setAsked(user);
    await router.navigate({ href: homeOf(user) });
  }

  if (asked) {
    return (
      <OfferSecondFactor userName={asked.user_name} onDone={() => void router.navigate({ href: homeOf(asked) })} />
    );
  }
  return (
    <SignInCard
      title={first ? "The first administrator" : `Welcome to ${placesOf(link) || "Cohortium"}`}
      sub={first ? "This server has no accounts yet. The first one manages all others." : undefined}
    >
      <Box mb={14}>
        <Facts>
          {link.invited_by && <Fact name="Invited by">{link.invited_by}</Fact>}
          {link.areas.length > 0 && <Fact name="For">{placesOf(link)}</Fact>}
          {link.user_name && <Fact name="User name">{link.user_name}</Fact>}
          <Fact name="Works until">{formatDateTime(link.expires_at)}</Fact>
        </Facts>
      </Box>
      {notice && (
        <div className={classes.notice}>
          <Notice tone={notice.tone} alert>
            {notice.sentence}
          </Notice>
        </div>
      )}
      <AcceptForm token={token} link={link} onGone={onGone} onDone={accepted} />
      {provider && (
        <div className={classes.others}>
          <div className={classes.or}>or without a password</div>
          <ProviderButton start={() => leaveToProvider("accept", { page: "/register", token })}>
            Continue with {provider}
          </ProviderButton>
        </div>
      )}
    </SignInCard>
  );
}
