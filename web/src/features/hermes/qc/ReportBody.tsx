import { useMemo, useState } from "react";
import type { HermesUpload } from "@/api/hermes";
import { Card } from "@/ui/Card";
import { ErrorState } from "@/ui/states";
import { Attention } from "./Attention";
import { TopOfReport, type Ways } from "./Cause";
import { ColumnsCard } from "./CountTables";
import { Evidence } from "./Evidence";
import { HistoryCard } from "./HistoryCard";
import { LeadsCard } from "./LeadsCard";
import { LiftoverCard } from "./LiftoverCard";
import { QcFigures } from "./QcFigures";
import classes from "./qc.module.css";
import { type QcRun, uploadFileUrl } from "./queries";
import { ReviewCard } from "./ReviewCard";
import { readReport } from "./report";
import { SenCard } from "./SenCard";
import { SettingsCard } from "./SettingsCard";
import { StepList } from "./StepList";
import { verdictWords } from "./steps";
import { Waterfall } from "./Waterfall";

interface Props extends Pick<Ways, "onChoosePanel" | "onStarted"> {
  upload: HermesUpload;
  /** Id of who is looking. */
  account: string;
  /** With its report. */
  run: QcRun;
}

/** Steps at the left, evidence in the middle, decision at the right and always in view. */
export function ReportBody({ upload, account, run, ...ways }: Props) {
  const report = useMemo(() => readReport(run.report), [run.report]);
  const [selected, setSelected] = useState<string>();
  if (report instanceof Error) {
    return (
      <Card>
        <ErrorState
          title="The report is written in a way this page does not know"
          error={report}
          safe="The run and its files are not affected."
          remedy="Reload the page; if that does not help, save report.json from the Report menu and tell the operator."
        />
      </Card>
    );
  }
  return (
    <>
      <TopOfReport report={report} ways={{ upload, run, ...ways }} />
      <div className={classes.layout}>
        <div className={classes.left}>
          <StepList report={report} />
        </div>
        <div className={classes.middle}>
          <Attention report={report} upload={upload} />
          <Evidence name="waterfall">
            <Waterfall report={report} excluded={uploadFileUrl(upload.id, "excluded.tsv.gz", run.id)} />
          </Evidence>
          {report.liftover && (
            <LiftoverCard liftover={report.liftover} unmapped={uploadFileUrl(upload.id, "unmapped.tsv.gz", run.id)} />
          )}
          <QcFigures upload={upload.id} run={run} report={report} selected={selected} onSelect={setSelected} />
          <Evidence name="columns">
            <ColumnsCard report={report} />
          </Evidence>
          <Evidence name="settings">
            <SettingsCard report={report} />
          </Evidence>
        </div>
        <div className={classes.right}>
          <div className={classes.decisionInView}>
            <ReviewCard upload={upload} account={account} run={run} verdict={verdictWords(report)} />
          </div>
          <Evidence name="sen">
            <SenCard report={report} />
          </Evidence>
          <LeadsCard report={report} selected={selected} onSelect={setSelected} />
          <HistoryCard history={upload.history ?? []} />
        </div>
      </div>
    </>
  );
}
