import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession } from "@/api/account-calls";
import { accountKeys, type OpenSession, sessionsQuery } from "@/api/accounts";
import { formatDateTime, formatSince, plural } from "@/lib/format";
import { useNow } from "@/lib/now";
import { Answered } from "@/ui/Answered";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/confirm";
import { Tag } from "@/ui/Tag";
import { toastDone, toastError } from "@/ui/toast";
import classes from "../accounts.module.css";
import { deviceWords } from "./device";

function useEnd(call: () => Promise<void>, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      toastDone(done);
      return queries.invalidateQueries({ queryKey: accountKeys.sessions });
    },
    onError: (error) => toastError("The session was not ended", error),
  });
}

/** Where the account is signed in: this place first, then by last use. */
export function SessionsCard() {
  const list = useQuery(sessionsQuery);
  const now = useNow(60_000);
  const others = useEnd(endOtherSessions, "You are signed out everywhere else.");
  const sessions = [...(list.data?.items ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  );
  const elsewhere = sessions.filter((session) => !session.current).length;

  async function ask() {
    const yes = await confirm({
      title: "Sign out everywhere else?",
      children: `${plural(elsewhere, "session")} will be signed out at once. This one stays.`,
      confirm: "Sign out everywhere else",
    });
    if (yes) others.mutate();
  }

  return (
    <Card
      flush
      title="Where you are signed in"
      aside={
        elsewhere > 0 && (
          <Button variant="default" size="xs" onClick={ask} loading={others.isPending}>
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
  const end = useEnd(() => endSession(session.id), `${device} is signed out.`);
  const facts = [
    session.address,
    session.current ? "in use now" : `last used ${formatSince(session.last_seen_at, now)} ago`,
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
          onClick={() => end.mutate()}
          loading={end.isPending}
          aria-label={`End the session of ${device}, signed in ${formatDateTime(session.created_at)}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
