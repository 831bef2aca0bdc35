import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type OpenSession, sessionsQuery } from "@/api/accounts/accounts";
import { endOtherSessions, endSession } from "@/api/accounts/calls";
import { formatAgo, formatDateTime, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import type { Question } from "@/ui/dialog/confirm";
import { Answered } from "@/ui/state/Answered";
import { Tag } from "@/ui/Tag";
import classes from "../accounts.module.css";
import { deviceWords } from "./device";

/** Ends sessions, and reads again which there are. */
function useEnding() {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const end = (call: () => Promise<void>, done: string, question?: Question) =>
    run({
      question,
      call,
      done,
      after: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
      failed: "The session was not ended",
    });
  return { end, busy };
}

/** Where the account is signed in: this place first, then by last use. */
export function SessionsCard() {
  const list = useQuery(sessionsQuery);
  const now = useNow(60_000);
  const { end, busy } = useEnding();
  const sessions = [...(list.data?.items ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  );
  const elsewhere = sessions.filter((session) => !session.current).length;

  const endOthers = () =>
    end(endOtherSessions, "You are signed out everywhere else.", {
      title: "Sign out everywhere else?",
      children: `${plural(elsewhere, "session")} will be signed out immediately. This one stays.`,
      confirm: "Sign out everywhere else",
    });

  return (
    <Card
      flush
      title="Where you are signed in"
      aside={
        elsewhere > 0 && (
          <Button variant="default" size="xs" onClick={endOthers} loading={busy}>
            Sign out everywhere else…
          </Button>
        )
      }
    >
      <Answered what="sessions" answer={list} rows={3} flush>
        {() => (
          <ul className={classes.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} now={now} />
            ))}
          </ul>
        )}
      </Answered>
    </Card>
  );
}

function SessionRow({ session, now }: { session: OpenSession; now: number }) {
  const device = deviceWords(session.user_agent);
  const { end, busy } = useEnding();
  const facts = [
    session.address,
    session.current ? "in use now" : `last used ${formatAgo(session.last_seen_at, now)}`,
    `signed in ${formatDateTime(session.created_at)}`,
    session.remember && "remembered on this device",
  ];
  return (
    <li className={classes.item}>
      <div className={classes.itemWords} title={session.user_agent}>
        {device} {session.current && <Tag tone="pass">This session</Tag>}{" "}
        {session.kind === "user-service" && <Tag tone="neutral">SGC</Tag>}
        <span className={classes.second}>{facts.filter(Boolean).join(" · ")}</span>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          onClick={() => end(() => endSession(session.id), `${device} is signed out.`)}
          loading={busy}
          aria-label={`End the session of ${device}, signed in ${formatDateTime(session.created_at)}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
