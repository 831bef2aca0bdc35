import { Button } from "@mantine/core";
import { useState } from "react";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import type { PhenotypeRequest } from "@/api/hermes/phenotypes";
import { formatAgo, formatSince } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { late } from "@/ui/state/late";
import { Tag } from "@/ui/Tag";
import classes from "./phenotypes.module.css";
import { useWithdraw } from "./useWithdraw";
import { kindWords, requestWords } from "./words";

const DecideDialog = late(() => import("./DecideDialog").then((part) => part.DecideDialog));

interface Props {
  title: string;
  requests: readonly PhenotypeRequest[];
  known: readonly HermesPhenotype[];
  /** Whether the user decides. */
  reviews: boolean;
}

/** What was asked for, with what can be done about it. */
export function RequestsCard({ title, requests, known, reviews }: Props) {
  const [deciding, setDeciding] = useState<PhenotypeRequest>();
  return (
    <Card flush title={title} className={classes.above}>
      <ul className={classes.list}>
        {requests.map((request) => (
          <Request key={request.id} request={request} onDecide={reviews ? () => setDeciding(request) : undefined} />
        ))}
      </ul>
      {deciding && <DecideDialog request={deciding} known={known} onClose={() => setDeciding(undefined)} />}
    </Card>
  );
}

function Request({ request, onDecide }: { request: PhenotypeRequest; onDecide?: () => void }) {
  const now = useNow(60_000);
  const { wanted, why, term, status, own, asked_by, asked_at, decided_by, decided_at, phenotype, answer } = request;
  const { tone, word } = requestWords[status];
  const open = status === "asked";
  const facts = [own ? "You" : asked_by, `asked ${formatAgo(asked_at, now)}`].join(" ");
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span className={classes.wanted}>{wanted}</span> <Tag tone={tone}>{word}</Tag>
        {phenotype && <span className={data.mono}> {phenotype}</span>}
        <span className={classes.second}>{[facts, kindWords(request), term].filter(Boolean).join(" · ")}</span>
        <p className={classes.note}>{why}</p>
        {decided_at && status !== "withdrawn" && (
          <p className={classes.note}>
            {decided_by}, {formatSince(decided_at, now)} ago{answer ? `: ${answer}` : ""}
          </p>
        )}
      </div>
      {open && (
        <div className={classes.actions}>
          {onDecide && (
            <Button variant="light" size="xs" onClick={onDecide} aria-label={`Decide on ${wanted}`}>
              Decide…
            </Button>
          )}
          {own && <Withdraw request={request} />}
        </div>
      )}
    </li>
  );
}

function Withdraw({ request }: { request: PhenotypeRequest }) {
  const withdraw = useWithdraw();
  return (
    <Button
      variant="default"
      size="xs"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate(request)}
      aria-label={`Withdraw ${request.wanted}`}
    >
      Withdraw
    </Button>
  );
}
