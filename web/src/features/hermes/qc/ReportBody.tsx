import { Skeleton } from "@mantine/core";
import { useMemo, useState } from "react";
import { type HermesUpload, type QcRun, uploadFileUrl } from "@/api/hermes/hermes";
import sheet from "@/ui/paper.module.css";
import { late } from "@/ui/state/late";
import { ReviewCard } from "../review/ReviewCard";
import { ReviewFacts } from "../review/ReviewFacts";
import { Attention } from "./Attention";
import { TopOfReport, type Ways } from "./Cause";
import { Evidence } from "./Evidence";
import { HistoryCard } from "./HistoryCard";
import classes from "./qc.module.css";
import { type QcReport, readReport } from "./report";
import { StepList } from "./StepList";
import { verdictWords } from "./steps";
import { Waterfall } from "./Waterfall";

/** The words of a report come first. */
const QcFigures = late(() => import("./QcFigures").then((part) => part.QcFigures));

/** Below the start of the report; loaded while the user reads that. */
const Peers = late(() => import("./Peers").then((module) => module.Peers));
const LeadsCard = late(() => import("./LeadsCard").then((module) => module.LeadsCard));
/** Few reports are of a lifted file. */
const LiftoverCard = late(() => import("./LiftoverCard").then((module) => module.LiftoverCard));
/** They end a report. */
const ColumnsCard = late(() => import("./CountTables").then((module) => module.ColumnsCard));
const SettingsCard = late(() => import("./SettingsCard").then((module) => module.SettingsCard));

interface Props extends Pick<Ways, "onChoosePanel" | "onStarted"> {
  upload: HermesUpload;
  /** Id of who is looking. */
  account: string;
  run: QcRun;
  report: QcReport;
}

/** Steps at the left, evidence in the middle, decision at the right and always in view. */
export function ReportBody({ upload, account, run, report: told, ...ways }: Props) {
  const report = useMemo(() => readReport(told), [told]);
  const [selected, setSelected] = useState<string>();
  return (
    <>
      <TopOfReport report={report} ways={{ upload, run, ...ways }} />
      <div className={`${classes.layout} ${sheet.paper}`}>
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
          <QcFigures
            upload={upload.id}
            name={upload.dataset_name}
            run={run}
            current={run.id === upload.run?.id && report.rows_clean > 0}
            report={report}
            selected={selected}
            onSelect={setSelected}
            // About as high as the first figures, so that little moves when they come.
            meanwhile={<Skeleton height={900} />}
          >
            <LeadsCard upload={upload} report={report} selected={selected} onSelect={setSelected} />
          </QcFigures>
          <Evidence name="columns">
            <ColumnsCard report={report} />
          </Evidence>
          <Evidence name="settings">
            <SettingsCard report={report} />
          </Evidence>
        </div>
        <div className={classes.right}>
          <ReviewFacts upload={upload} />
          <ReviewCard
            upload={upload}
            account={account}
            run={run}
            steps={report.steps.map(({ name }) => name)}
            verdict={verdictWords(report)}
          />
          <Peers upload={upload} report={report} />
          <HistoryCard history={upload.history ?? []} />
        </div>
      </div>
    </>
  );
}
