import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { stepTitle } from "@/api/qcStep";
import { plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { HelpLink } from "@/ui/help/HelpLink";
import { isHelpTarget } from "@/ui/help/targets";
import tones from "@/ui/tones.module.css";
import classes from "./qc.module.css";
import type { QcReport, QcStep } from "./report";
import { evidenceOf, metricWords, outcomeOf, spoken } from "./steps";

const signs = { pass: "✓", warn: "!", fail: "✕", "not measured": "–" } as const;
const looks = { pass: tones.pass, warn: tones.warn, fail: tones.fail, "not measured": tones.neutral };

/**
 * The steps with their verdicts; a click scrolls to the evidence. On a phone failed and warning
 * steps are first, and the rest is folded.
 */
export function StepList({ report }: { report: QcReport }) {
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false });
  const calm = report.steps.filter((step) => !["warn", "fail"].includes(outcomeOf(step, report)));
  const pressing = report.steps.filter((step) => !calm.includes(step));
  return (
    <Card className={classes.stepCard} flush>
      <nav aria-label="Steps of the check">
        {narrow && calm.length > 0 ? (
          <>
            {pressing.length > 0 && <Steps of={pressing} report={report} />}
            <details className={classes.calm}>
              <summary>{calmWords(calm, report, pressing.length > 0)}</summary>
              <Steps of={calm} report={report} />
            </details>
          </>
        ) : (
          <Steps of={report.steps} report={report} />
        )}
      </nav>
    </Card>
  );
}

/** "13 steps passed", "9 other steps passed, 2 not measured" */
function calmWords(calm: QcStep[], report: QcReport, others: boolean): string {
  const passed = calm.filter((step) => outcomeOf(step, report) === "pass").length;
  const unmeasured = calm.length - passed;
  const step = others ? "other step" : "step";
  if (passed === 0) return `${plural(unmeasured, step)} not measured`;
  return `${plural(passed, step)} passed${unmeasured > 0 ? `, ${unmeasured} not measured` : ""}`;
}

function Steps({ of, report }: { of: QcStep[]; report: QcReport }) {
  return (
    <ol className={classes.steps}>
      {of.map((step) => {
        const outcome = outcomeOf(step, report);
        return (
          <li key={step.name}>
            <UnstyledButton className={classes.step} onClick={() => showEvidence(step)}>
              <span className={`${classes.sign} ${looks[outcome]}`} aria-hidden="true">
                {signs[outcome]}
              </span>
              <span>
                <span className={classes.stepName}>{stepTitle(step.name)}</span>
                <span className={classes.stepMetric}>{metricWords(step, report)}</span>
                {metricWords(step, report) !== spoken[outcome] && (
                  <VisuallyHidden component="span">{spoken[outcome]}</VisuallyHidden>
                )}
              </span>
            </UnstyledButton>
            {isHelpTarget(step.name) && <HelpLink to={step.name} about={stepTitle(step.name)} />}
          </li>
        );
      })}
    </ol>
  );
}

function showEvidence(step: QcStep): void {
  const target = document.getElementById(`evidence-${evidenceOf(step)}`);
  target?.querySelector("details")?.setAttribute("open", "");
  target?.scrollIntoView({ block: "start", behavior: "smooth" });
  target?.focus({ preventScroll: true });
}
