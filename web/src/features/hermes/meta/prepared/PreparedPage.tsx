import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  allPrepared,
  declinePrepared,
  type PreparedMeta,
  preparedQuery,
  withdrawPrepared,
} from "@/api/hermes/prepared";
import { formatDateTime, plural } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { Fact, Facts } from "@/ui/Facts";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { Tag } from "@/ui/Tag";
import { optionFacts } from "../words";
import classes from "./prepared.module.css";
import { changesSentence, changeWords, preparedWords } from "./words";

const NoteDialog = late(() => import("./NoteDialog").then((part) => part.NoteDialog));

/** A prepared meta-analysis: its reason and choices, what has changed since, and what can be done about it. */
export function PreparedPage({ id }: { id: string }) {
  const answer = useQuery(preparedQuery(id));
  return (
    <Answered
      what="the prepared meta-analysis"
      answer={answer}
      loading={<PageSkeleton label="Reading the prepared meta-analysis" />}
      frame={onPage}
    >
      {(prepared) => <Loaded prepared={prepared} />}
    </Answered>
  );
}

function Loaded({ prepared }: { prepared: PreparedMeta }) {
  const { name, phenotype, datasets, own, made_by, created_at, note } = prepared;
  const sentence = [
    plural(datasets.length, "submission"),
    phenotype,
    `prepared by ${own ? "you" : made_by} on ${formatDateTime(created_at)}`,
  ];
  return (
    <>
      <PageHeader title={name} sub={sentence.join(" · ")} actions={<Actions prepared={prepared} />} />
      <div className={classes.page}>
        <State prepared={prepared} />
        <Card title="Reason for the choice">
          <p className={classes.note}>{note}</p>
        </Card>
        <Choices prepared={prepared} />
      </div>
    </>
  );
}

function State({ prepared }: { prepared: PreparedMeta }) {
  const { status, ended_by, ended_at, answer, meta_analysis_id, name } = prepared;
  const ended = ended_at && `by ${ended_by} on ${formatDateTime(ended_at)}`;
  const changed = changesSentence(prepared);
  switch (status) {
    case "waiting":
      return changed ? (
        <Notice tone="warn" title={`${changed} since this was prepared`}>
          The table lists what changed. Submissions that are not accepted are left out of the choice.
        </Notice>
      ) : (
        <Notice tone="info" title={preparedWords.waiting.word}>
          A reviewer checks the choices, confirms the warnings and starts the run.
        </Notice>
      );
    case "started":
      return (
        <Notice tone="info" title={`Started ${ended}`}>
          {meta_analysis_id ? (
            <Link to="/hermes/ma/$id" params={{ id: meta_analysis_id }}>
              Open the meta-analysis {name}
            </Link>
          ) : (
            "The meta-analysis was deleted."
          )}
        </Notice>
      );
    case "declined":
      return (
        <Notice tone="warn" title={`Declined ${ended}`}>
          {answer}
        </Notice>
      );
    case "withdrawn":
      return <Notice tone="info" title={`Withdrawn ${ended}`} />;
  }
}

function Choices({ prepared: { datasets, options } }: { prepared: PreparedMeta }) {
  return (
    <Card title="Submissions and options" flush>
      <ul className={classes.list}>
        {datasets.map(({ upload_id, dataset_name, change }) => (
          <li key={upload_id} className={classes.item}>
            {change === "deleted" ? (
              dataset_name
            ) : (
              <Link to="/hermes/qc/$id" params={{ id: upload_id }}>
                {dataset_name}
              </Link>
            )}{" "}
            {change && (
              <>
                <Tag tone={changeWords[change].tone}>{changeWords[change].word}</Tag>
                <span className={classes.second}>{changeWords[change].means}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      <Facts className={classes.options}>
        {optionFacts(options)
          .filter(([option]) => option !== "Warnings confirmed")
          .map(([option, words]) => (
            <Fact key={option} name={option}>
              {words}
            </Fact>
          ))}
      </Facts>
    </Card>
  );
}

function Actions({ prepared }: { prepared: PreparedMeta }) {
  const { id, name, made_by, own, actions } = prepared;
  const queries = useQueryClient();
  const [declining, setDeclining] = useState(false);
  const reload = () => Promise.all(allPrepared.map((filter) => queries.invalidateQueries(filter)));
  const withdraw = useMutation({
    mutationFn: () => withdrawPrepared(prepared),
    onSuccess: () => {
      toastDone(`${name} was withdrawn.`);
      return reload();
    },
    onError: (error) => {
      toastError(`${name} was not withdrawn`, error);
      return reload();
    },
  });

  async function askAndWithdraw() {
    const yes = await confirm({
      title: `Withdraw ${name}?`,
      children: "Reviewers cannot start it any more. It stays in the list as withdrawn.",
      confirm: "Withdraw",
    });
    if (yes) withdraw.mutate();
  }

  return (
    <>
      {actions.withdraw && (
        <Button variant="default" loading={withdraw.isPending} onClick={askAndWithdraw}>
          Withdraw…
        </Button>
      )}
      {actions.decline && !own && (
        <Button variant="default" onClick={() => setDeclining(true)}>
          Decline…
        </Button>
      )}
      {(actions.start ?? actions.edit) && (
        <ButtonLink to="/hermes/ma/new" search={{ step: 2, prepared: id }}>
          {actions.start ? "Check and start" : "Edit"}
        </ButtonLink>
      )}
      {declining && (
        <NoteDialog
          title={`Decline ${name}?`}
          label={`Reason for ${made_by}`}
          submit="Decline"
          color="red"
          object={`decline-${id}`}
          send={(text) => declinePrepared(prepared, text)}
          onDone={() => toastDone(`${name} was declined, and ${made_by} is notified.`)}
          onClose={() => setDeclining(false)}
        >
          {made_by} receives your reason. This cannot be undone; they can prepare it again.
        </NoteDialog>
      )}
    </>
  );
}
