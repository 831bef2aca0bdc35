import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { type HermesUpload, phenotypesQuery, portalConfigQuery, runQuery, runsQuery, uploadQuery } from "@/api/hermes";
import { formatDateTime } from "@/lib/format";
import { useNow } from "@/lib/now";
import { Answered, inCard, onPage } from "@/ui/Answered";
import { GuardedButton } from "@/ui/GuardedButton";
import { PageHeader } from "@/ui/PageHeader";
import { PageSkeleton } from "@/ui/Skeletons";
import { HistoryCard } from "./HistoryCard";
import classes from "./qc.module.css";
import type { QcRun } from "./queries";
import { ReportBody } from "./ReportBody";
import { ReportMenu } from "./ReportMenu";
import { RerunDialog } from "./RerunDialog";
import { SameFile } from "./SameFile";
import { Unfinished } from "./Unfinished";
import { buildName, labelOf, phenotypeWords, runWords, sizeWords, stateSentence } from "./words";

interface Props {
  id: string;
  /** Id of the account whose draft of a comment it is. */
  account: string;
  /** The run in the address; the newest if absent. */
  runId: string | undefined;
  onRun: (run: string | undefined) => void;
}

/** The QC report of one data set: what was found, the evidence, and the decision. */
export function QcPage({ id, account, runId, onRun }: Props) {
  const upload = useQuery(uploadQuery(id));
  const runs = useQuery(runsQuery(id));
  return (
    <Answered
      what="the data set"
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
            {run && <ReportMenu upload={upload} run={run} />}
            {settings && (
              <GuardedButton action={upload.actions.rerun} variant="default" onClick={() => setRerun("settings")}>
                Re-run QC…
              </GuardedButton>
            )}
          </>
        }
      />
      <SameFile upload={upload} />
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
    <Select
      aria-label="QC run"
      w={210}
      allowDeselect={false}
      value={run?.id ?? null}
      data={runs.map((one) => ({ value: one.id, label: `Run ${one.number}, ${formatDateTime(one.created_at)}` }))}
      onChange={(value) => onRun(value === null || value === newest?.id ? undefined : value)}
    />
  );
}

function Completed({ run, ...shown }: ComponentProps<typeof ReportBody>) {
  const report = useQuery(runQuery(shown.upload.id, run.id));
  return (
    <Answered what="the report" answer={report} rows={12} frame={inCard()} safe="The run itself is kept.">
      {(data) => <ReportBody {...shown} run={data} />}
    </Answered>
  );
}
