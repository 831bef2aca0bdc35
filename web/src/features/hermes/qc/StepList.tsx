import { UnstyledButton } from "@mantine/core";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import classes from "./qc.module.css";
import type { QcReport, QcStep } from "./report";
import { evidenceOf, metricWords, stepTitle } from "./words";

const signs = { pass: "✓", warn: "!", fail: "✕" } as const;
const spoken = { pass: "passed", warn: "warning", fail: "failed" } as const;

/** The steps with their verdicts; a click leads to the evidence. */
export function StepList({ report }: { report: QcReport }) {
  return (
    <Card className={classes.stepCard} flush>
      <nav aria-label="Steps of the check">
        <ol className={classes.steps}>
          {report.steps.map((step) => (
            <li key={step.name}>
              <UnstyledButton className={classes.step} onClick={() => showEvidence(step)}>
                <span
                  className={`${classes.sign} ${step.skipped ? classes.skipped : classes[step.verdict]}`}
                  aria-hidden="true"
                >
                  {step.skipped ? "–" : signs[step.verdict]}
                </span>
                <span>
                  <span className={classes.stepName}>{stepTitle(step)}</span>
                  <span className={classes.stepMetric}>{metricWords(step)}</span>
                  <span className={shared.hidden}>{step.skipped ? "skipped" : spoken[step.verdict]}</span>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </nav>
    </Card>
  );
}

function showEvidence(step: QcStep): void {
  const target = document.getElementById(`evidence-${evidenceOf(step)}`);
  target?.querySelector("details")?.setAttribute("open", "");
  target?.scrollIntoView({ block: "start", behavior: "smooth" });
  target?.focus({ preventScroll: true });
}
