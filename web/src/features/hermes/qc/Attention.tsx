import type { HermesUpload } from "@/api/hermes/hermes";
import { stepTitle } from "@/api/qcStep";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Tag } from "@/ui/Tag";
import classes from "./qc.module.css";
import { panelSetAside, type QcReport, type Verdict } from "./report";
import { outcomeOf } from "./steps";

const order: Record<Verdict, number> = { fail: 0, warn: 1, "not measured": 2, pass: 3 };

/** What one or several steps have to say. */
interface Told {
  outcome: Verdict;
  titles: string[];
  messages: string[];
  /** The standard errors are those of a linear model, which the description of the study can state. */
  linear?: boolean;
}

/** What the steps have to say, worst first: what, why, what to do. Nothing to say, nothing shown. */
export function Attention({ report, upload }: { report: QcReport; upload: HermesUpload }) {
  const told = toldBy(report);
  if (told.length === 0) return null;
  const mend = report.verdict === "fail" && !report.cause && upload.actions.edit?.allowed;
  return (
    <Card title="Findings" aside={mend && <ChangeMapping id={upload.id} />} flush>
      <ul className={classes.messages}>
        {told.map(({ outcome, titles, messages, linear }) => (
          <li key={titles.join()}>
            <span className={classes.tags}>
              {titles.map((title) => (
                <Tag key={title} tone={outcome === "not measured" ? "neutral" : outcome}>
                  {title}
                </Tag>
              ))}
            </span>
            <div>
              {messages.map((message) => (
                <p key={message}>{message}</p>
              ))}
              {linear && upload.actions.edit?.allowed && (
                <ButtonLink
                  variant="default"
                  size="compact-sm"
                  to="/hermes/new"
                  search={{ id: upload.id, step: "study" }}
                  hash="study-effectScale"
                >
                  State the scale
                </ButtonLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Each message appears once, with all steps that report it; those at the top of the report are not repeated. */
export function toldBy(report: QcReport): Told[] {
  const above = new Set([report.cause?.sentence, panelSetAside(report)?.sentence]);
  const steps = report.steps
    .map((step) => ({ ...step, outcome: outcomeOf(step, report) }))
    .filter(({ name, outcome }) => outcome !== "pass" && !report.cause?.steps.includes(name))
    .sort((a, b) => order[a.outcome] - order[b.outcome]);
  const told: Told[] = [];
  for (const message of new Set(steps.flatMap(({ messages }) => messages))) {
    const [first, ...others] = steps.filter(({ messages }) => messages.includes(message));
    if (!first || above.has(message)) continue;
    const titles = [first, ...others].map(({ name }) => stepTitle(name));
    const same = told.find((one) => one.titles.join() === titles.join());
    if (same) same.messages.push(message);
    else
      told.push({
        outcome: first.outcome,
        titles,
        messages: [message],
        linear: "ratio_linear_binary" in first.metrics,
      });
  }
  return told;
}

/**
 * For a report without a specific cause: usually a column is wrong, which can be fixed without
 * another upload.
 */
function ChangeMapping({ id }: { id: string }) {
  return (
    <ButtonLink variant="default" size="compact-sm" to="/hermes/new" search={{ id, step: "columns" }}>
      Change mapping
    </ButtonLink>
  );
}
