import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import {
  type HermesUpload,
  phenotypesQuery,
  portalConfigQuery,
  type QcRun,
  runQuery,
  runsQuery,
  uploadQuery,
} from "@/api/hermes/hermes";
import { formatDateTime } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { buildName } from "@/lib/sumstats/build";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { BuildPageLink } from "../BuildPageLink";
import { HistoryCard } from "./HistoryCard";
import classes from "./qc.module.css";
import { ReportBody } from "./ReportBody";
import { ReportMenu } from "./ReportMenu";
import { ReportSkeleton } from "./ReportSkeleton";
import { useQueueKeys } from "./useQueueKeys";
import { labelOf, phenotypeWords, runWords, sizeWords, stateSentence } from "./words";

/** Reports are mostly looked at when they are there. */
const SameFile = late(() => import("./SameFile").then((module) => module.SameFile));
const Unfinished = late(() => import("./Unfinished").then((module) => module.Unfinished));
const AnswerCard = late(() => import("../review/AnswerCard").then((module) => module.AnswerCard));
const RunsDialog = late(() => import("./RunsDialog").then((module) => module.RunsDialog));
const RerunDialog = late(() => import("./RerunDialog").then((module) => module.RerunDialog));

interface Props {
  id: string;
  /** Id of the account whose draft of a comment it is. */
  account: string;
  /** The run in the address; the newest if absent. */
  runId: string | undefined;
  onRun: (run: string | undefined) => void;
}

/** The QC report of one submission: what was found, the evidence, and the decision. */
export function QcPage({ id, account, runId, onRun }: Props) {
  const upload = useQuery(uploadQuery(id));
  const runs = useQuery(runsQuery(id));
  useQueueKeys(id);
  return (
    <Answered
      what="the submission"
      answer={upload}
      loading={<PageSkeleton label="Reading the QC report" />}
      frame={onPage}
    >
      {(data) => <Loaded upload={data} account={account} runs={runs.data?.items ?? []} runId={runId} onRun={onRun} />}
    </Answered>
  );
}

interface LoadedProps extends Omit<Props, "id"> {
  upload: HermesUpload;
  runs: QcRun[];
}

function Loaded({ upload, account, runs, runId, onRun }: LoadedProps) {
  const [rerun, setRerun] = useState<"settings" | "panel">();
  const [beside, setBeside] = useState(false);
  const completed = runs.filter(({ status }) => status === "COMPLETED");
  const now = useNow(30_000);
  const config = useQuery(portalConfigQuery).data;
  const phenotypes = useQuery(phenotypesQuery).data?.items;
  const newest = upload.run;
  const run = runs.find((one) => one.id === runId) ?? (runId === newest?.id || !runId ? newest : undefined) ?? newest;
  const facts = [
    `${stateSentence(upload, now)}.`,
    [
      phenotypeWords(phenotypes, upload.phenotype),
      labelOf(config?.ancestries, upload.ancestry),
      sizeWords(upload),
      buildName(upload.genome_build),
      run && runWords(run, runs.length),
    ]
      .filter(Boolean)
      .join(" · "),
  ];
  const settings = run?.settings ?? config?.qc_defaults;
  const onStarted = () => {
    setRerun(undefined);
    onRun(undefined);
  };
  return (
    <>
      <PageHeader
        title={upload.dataset_name}
        crumb={[upload.dataset_name, ...(run ? [`QC run ${run.number}`] : [])]}
        sub={facts.join(" ")}
        actions={
          <>
            {runs.length > 1 && <RunPicker runs={runs} run={run} newest={newest} onRun={onRun} />}
            {completed.length > 1 && (
              <Button variant="default" onClick={() => setBeside(true)}>
                Compare runs…
              </Button>
            )}
            {run?.status === "COMPLETED" && <BuildPageLink from={`hermes_upload:${upload.id}`} />}
            {run && <ReportMenu upload={upload} run={run} />}
            {settings && (
              <GuardedButton action={upload.actions.rerun} variant="default" onClick={() => setRerun("settings")}>
                Run QC again…
              </GuardedButton>
            )}
          </>
        }
      />
      {upload.same_file_as && upload.same_file_as.length > 0 && <SameFile upload={upload} />}
      {upload.actions.answer?.allowed && <AnswerCard upload={upload} account={account} />}
      {run?.status === "COMPLETED" ? (
        <Completed
          upload={upload}
          account={account}
          run={run}
          onChoosePanel={() => setRerun("panel")}
          onStarted={onStarted}
        />
      ) : (
        <div className={classes.unfinished}>
          <Unfinished upload={upload} run={run} onRerun={() => setRerun("settings")} />
          <HistoryCard history={upload.history ?? []} />
        </div>
      )}
      {beside && <RunsDialog upload={upload} runs={completed} onClose={() => setBeside(false)} />}
      {rerun && settings && (
        <RerunDialog
          upload={upload}
          settings={settings}
          focus={rerun === "panel" ? "panel" : undefined}
          onClose={() => setRerun(undefined)}
          onStarted={onStarted}
        />
      )}
    </>
  );
}

function RunPicker({
  runs,
  run,
  newest,
  onRun,
}: {
  runs: QcRun[];
  run: QcRun | undefined;
  newest: QcRun | undefined;
  onRun: Props["onRun"];
}) {
  return (
    <NativeSelect
      aria-label="QC run"
      className={classes.picker}
      value={run?.id}
      data={runs.map((one) => ({ value: one.id, label: `Run ${one.number}, ${formatDateTime(one.created_at)}` }))}
      onChange={({ currentTarget: { value } }) => onRun(value === newest?.id ? undefined : value)}
    />
  );
}

function Completed({ run, ...shown }: Omit<ComponentProps<typeof ReportBody>, "report">) {
  const answer = useQuery(runQuery(shown.upload.id, run.id));
  return (
    <Answered what="the report" answer={answer} loading={<ReportSkeleton />} frame={inCard()} safe="The run is kept.">
      {(data) => data.report && <ReportBody {...shown} run={data} report={data.report} />}
    </Answered>
  );
}
