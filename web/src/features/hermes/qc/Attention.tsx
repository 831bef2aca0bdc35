import type { HermesUpload } from "@/api/hermes";
import { Card } from "@/ui/Card";
import { ButtonLink } from "@/ui/links";
import { Tag } from "@/ui/Tag";
import classes from "./qc.module.css";
import type { QcReport } from "./report";
import { stepTitle } from "./words";

/** What the steps have to say, worst first: what, why, what to do. Nothing to say, nothing shown. */
export function Attention({ report, upload }: { report: QcReport; upload: HermesUpload }) {
  const order = { fail: 0, warn: 1, pass: 2 } as const;
  const told = report.steps
    .filter((step) => step.messages.length > 0 && (step.verdict !== "pass" || step.skipped))
    .sort((a, b) => order[a.verdict] - order[b.verdict]);
  if (told.length === 0) return null;
  return (
    <Card title="What to look at" aside={report.verdict === "fail" && <Remedy upload={upload} />} flush>
      <ul className={classes.messages}>
        {told.map((step) => (
          <li key={step.name}>
            <Tag tone={step.skipped ? "neutral" : step.verdict}>{stepTitle(step)}</Tag>
            <div>
              {step.messages.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A wrong column is the usual cause, and is mended without sending the file again. */
function Remedy({ upload }: { upload: HermesUpload }) {
  if (!upload.actions.edit?.allowed) return null;
  return (
    <ButtonLink variant="default" size="compact-sm" to="/hermes/new" search={{ id: upload.id }}>
      Change mapping
    </ButtonLink>
  );
}
