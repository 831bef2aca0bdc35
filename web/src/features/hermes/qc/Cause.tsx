import { Button } from "@mantine/core";
import type { HermesUpload, QcRun } from "@/api/hermes/hermes";
import { ButtonLink } from "@/ui/action/links";
import { confirm } from "@/ui/dialog/confirm";
import { toastError } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import { WithdrawalWords } from "../review/withdrawal";
import classes from "./qc.module.css";
import { panelSetAside, type QcCause, type QcReport } from "./report";
import { useRerun } from "./useRerun";

/** What may be done about a report from the top of it. */
export interface Ways {
  upload: HermesUpload;
  /** The run whose report it is. */
  run: QcRun;
  /** Opens the settings of another run, at its panel. */
  onChoosePanel: () => void;
  onStarted: (run: QcRun) => void;
}

/**
 * At the top of the report: why the run failed, with the button to fix it, and a panel that was not
 * applied.
 */
export function TopOfReport({ report, ways }: { report: QcReport; ways: Ways }) {
  const { cause } = report;
  const aside = panelSetAside(report);
  const twice = cause?.sentence === aside?.sentence;
  if (!cause && !aside) return null;
  return (
    <div className={classes.top}>
      {cause && (
        <Notice tone="fail" title="Why this file failed">
          <p className={classes.cause}>{cause.sentence}</p>
          <Mend cause={cause} ways={ways} />
        </Notice>
      )}
      {aside && !twice && <Notice tone="neutral">{aside.sentence}</Notice>}
    </div>
  );
}

/**
 * The single button for a cause; users who may not use it see who can. An older run has none,
 * because only the newest counts.
 */
function Mend({ cause, ways }: { cause: QcCause; ways: Ways }) {
  const { upload, run } = ways;
  if (!cause.remedy || (upload.run && upload.run.id !== run.id)) return null;
  const action = needsRun(cause.remedy) ? upload.actions.rerun : upload.actions.edit;
  if (!action?.allowed) {
    return (
      <p className={classes.who}>
        {action?.reason ?? `${upload.uploaded_by}, who uploaded it, or a reviewer can correct this.`}
      </p>
    );
  }
  switch (cause.remedy) {
    case "change_mapping":
      return <ToWizard id={upload.id} step="columns" label="Change mapping" />;
    case "declare_build":
      return <ToWizard id={upload.id} step="study" label="Declare the build" />;
    case "state_sizes":
      return <ToWizard id={upload.id} step="study" label="State the sample size" />;
    case "send_file":
      return (
        <ButtonLink to="/hermes/new" size="compact-sm">
          Send another file
        </ButtonLink>
      );
    case "choose_panel":
      return (
        <Button size="compact-sm" onClick={ways.onChoosePanel}>
          Choose a panel…
        </Button>
      );
    case "run_without_panel":
      return <WithoutPanel {...ways} />;
  }
}

const needsRun = (remedy: QcCause["remedy"]) => remedy === "run_without_panel" || remedy === "choose_panel";

function ToWizard({ id, step, label }: { id: string; step: "study" | "columns"; label: string }) {
  return (
    <ButtonLink to="/hermes/new" search={{ id, step }} size="compact-sm">
      {label}
    </ButtonLink>
  );
}

/** The same run again, but for its panel. */
function WithoutPanel({ upload, run, onStarted }: Ways) {
  const start = useRerun(upload, onStarted);

  async function again(): Promise<void> {
    const yes =
      !upload.withdrawal ||
      (await confirm({
        title: "This withdraws an acceptance",
        children: <WithdrawalWords withdrawal={upload.withdrawal} />,
        confirm: "Withdraw and run",
      }));
    if (!yes) return;
    start.mutate({ ...run.settings, panel: "none" }, { onError: (error) => toastError("Nothing was started", error) });
  }

  return (
    <Button size="compact-sm" loading={start.isPending} onClick={() => void again()}>
      Run without this panel
    </Button>
  );
}
