import { Box, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiToken, tokensQuery } from "@/api/accounts/accounts";
import { revokeToken } from "@/api/accounts/calls";
import { formatDateTime, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { WordTag } from "@/ui/Tag";
import classes from "../accounts.module.css";
import { expiryWord, scopeWords } from "../words";
import { NewTokenDialog } from "./NewTokenDialog";

/** Tokens for scripts: what each may do, until when, and when it was last used. */
export function TokensCard() {
  const list = useQuery(tokensQuery);
  const now = useNow(60_000);
  const [making, setMaking] = useState(false);
  const tokens = list.data?.items ?? [];
  const ending = tokens.filter((token) => expiryWord(token.expires_at, now).tone === "warn").length;
  return (
    <Card
      flush
      title="API tokens"
      aside={
        <Button variant="default" size="xs" onClick={() => setMaking(true)}>
          New token…
        </Button>
      }
    >
      {ending > 0 && (
        <Box px={16} py={12}>
          <Notice tone="warn">
            {plural(ending, "token expires", "tokens expire")} within 7 days. Create a new one and update your scripts.
          </Notice>
        </Box>
      )}
      <Answered
        what="tokens"
        answer={list}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Box px={16} py={12}>
            <p className={classes.note}>
              A token lets a script or the command line act for you, with the permissions you choose. All calls are
              described in the <a href="/api/docs">API reference</a>.
            </p>
          </Box>
        }
        flush
      >
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((token) => (
              <TokenRow key={token.id} token={token} now={now} />
            ))}
          </ul>
        )}
      </Answered>
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Card>
  );
}

function usage(token: ApiToken): string {
  if (!token.last_used_at) return "never used";
  const from = token.last_used_from ? ` from ${token.last_used_from}` : "";
  return `last used ${formatDateTime(token.last_used_at)}${from}`;
}

function TokenRow({ token, now }: { token: ApiToken; now: number }) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const revoke = () =>
    run({
      question: {
        title: `Revoke ${token.name}?`,
        children: "Scripts that use this token stop working. This cannot be undone.",
        confirm: "Revoke token",
        danger: true,
      },
      call: () => revokeToken(token.id),
      done: `${token.name} was revoked.`,
      after: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
      failed: `${token.name} was not revoked`,
    });
  const expiry = expiryWord(token.expires_at, now);
  return (
    <li className={classes.item}>
      <div className={classes.itemWords}>
        {token.name} <span className={classes.mono}>{token.prefix}…</span>{" "}
        {expiry.tone !== "neutral" && <WordTag {...expiry} />}
        <span className={classes.second}>
          {token.scopes.map((scope) => scopeWords[scope].label).join(", ")}
          {expiry.tone === "neutral" && ` · until ${expiry.word}`} · {usage(token)}
        </span>
      </div>
      <Button variant="default" size="xs" onClick={revoke} loading={busy} aria-label={`Revoke ${token.name}`}>
        Revoke…
      </Button>
    </li>
  );
}
