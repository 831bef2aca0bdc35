import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type PreparedMeta, preparedListQuery } from "@/api/hermes/prepared";
import { formatAgo, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import { Tag } from "@/ui/Tag";
import classes from "./prepared.module.css";
import { changesSentence, preparedWords } from "./words";

/** The prepared meta-analyses: those that wait, and the others on demand. Nothing while there is none. */
export function PreparedCard() {
  const list = useQuery(preparedListQuery);
  const [all, setAll] = useState(false);
  return (
    <Answered
      what="the prepared meta-analyses"
      answer={list}
      loading={null}
      frame={(state) => <Card className={classes.above}>{state}</Card>}
    >
      {({ items }) => {
        const waiting = items.filter(({ status }) => status === "waiting");
        const ended = items.length - waiting.length;
        if (items.length === 0) return null;
        const shown = all ? items : waiting;
        return (
          <Card
            flush
            title={
              waiting.length > 0 ? `Prepared · ${plural(waiting.length, "waits", "wait")} for a reviewer` : "Prepared"
            }
            className={classes.above}
            aside={
              ended > 0 && (
                <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
                  {all ? "Hide" : "Show"} {ended} ended
                </Button>
              )
            }
          >
            {shown.length > 0 && (
              <ul className={classes.list}>
                {shown.map((prepared) => (
                  <Row key={prepared.id} prepared={prepared} />
                ))}
              </ul>
            )}
          </Card>
        );
      }}
    </Answered>
  );
}

function Row({ prepared }: { prepared: PreparedMeta }) {
  const now = useNow(60_000);
  const { id, name, phenotype, datasets, status, own, made_by, created_at, note, ended_by, ended_at, answer } =
    prepared;
  const { tone, word } = preparedWords[status];
  const changed = changesSentence(prepared);
  const facts = [
    phenotype,
    plural(datasets.length, "submission"),
    `${own ? "you" : made_by}, ${formatAgo(created_at, now)}`,
  ];
  return (
    <li className={classes.item}>
      <Link to="/hermes/ma/prepared/$id" params={{ id }} className={classes.name}>
        {name}
      </Link>{" "}
      <Tag tone={tone}>{word}</Tag> {changed && <Tag tone="warn">{changed}</Tag>}
      <span className={classes.second}>{facts.join(" · ")}</span>
      <p className={classes.note}>{note}</p>
      {ended_at && status !== "withdrawn" && (
        <p className={classes.note}>
          {word} by {ended_by}, {formatAgo(ended_at, now)}
          {answer ? `: ${answer}` : ""}
        </p>
      )}
    </li>
  );
}
