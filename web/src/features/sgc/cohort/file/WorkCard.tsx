import { Box, Button, Group } from "@mantine/core";
import { heldCohort } from "@/api/sgc/refusals";
import type { Cohort } from "@/api/sgc/sgc";
import { ApiError } from "@/lib/api-error";
import { formatBytes, formatDateTime, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { confirm } from "@/ui/dialog/confirm";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { kindWords, type TableKind } from "../../words";
import classes from "./file.module.css";
import { verdictWords } from "./findings";
import { confirmReplacement } from "./ReplacementChanges";
import { changing, replacementWords } from "./replacement";
import type { Work } from "./sent";
import type { Failure, FileWork } from "./useFileWork";

interface WorkCardProps {
  kind: TableKind;
  file: FileWork;
  work: Work;
  /** The cohort is validated, which a change withdraws. */
  validated: boolean;
  onAccepted: () => void;
}

/** The table under review: its content, its state, and the decision. */
export function WorkCard({ kind, file, work, validated, onAccepted }: WorkCardProps) {
  const { result, checking, saving, failure } = file;
  const report = result?.check.report;
  const replaces = result && changing(result.check);

  async function accept() {
    if (report && report.warnings > 0 && !(await confirmWarnings(report.warnings))) return;
    if (replaces && !(await confirmReplacement(kind, replaces, validated))) return;
    if (await file.accept(replaces)) onAccepted();
  }

  async function discard() {
    const yes =
      !work.edited ||
      (await confirm({
        title: "Discard this table?",
        children: "Your edits are lost. The submitted data of this cohort are not changed.",
        confirm: "Discard table",
        danger: true,
      }));
    if (yes) file.discard();
  }

  const words = result ? verdictWords(result.check) : work.source.body ? "" : "Fill in the cells, or paste into them.";
  return (
    <Card title={kindWords[kind]} aside="Not submitted yet">
      <Group gap="12px 16px">
        <div className={classes.workWords}>
          <div className={classes.fileName}>
            {work.source.name}
            {work.edited && work.source.body ? " (edited here)" : ""}{" "}
            {work.source.body && !work.edited && (
              <span className={data.faint}>{formatBytes(work.source.body.size)}</span>
            )}
          </div>
          <div className={classes.verdict} role="status">
            {checking ? "Checking against all rules…" : words}
            {replaces && !checking && ` · ${replacementWords(replaces)}`}
          </div>
        </div>
        <Group gap={8}>
          <Button variant="default" onClick={() => void discard()}>
            Discard
          </Button>
          <Button
            onClick={() => void accept()}
            loading={saving}
            disabled={checking || !report || report.blocking > 0}
            aria-describedby={`accept-${kind}`}
          >
            Accept
          </Button>
        </Group>
      </Group>
      <div id={`accept-${kind}`} className={data.faint}>
        {report && report.blocking > 0 && !checking && "You can accept it when all problems are corrected."}
      </div>
      {failure && <FailureNote failure={failure} file={file} />}
    </Card>
  );
}

function confirmWarnings(warnings: number): Promise<boolean> {
  return confirm({
    title: `Accept with ${plural(warnings, "warning")}?`,
    children: "Warnings do not block submission. If the numbers are correct, accept the table.",
    confirm: "The numbers are right",
  });
}

function lastChange({ history }: Cohort): string {
  const [last] = history;
  return last ? `${last.by} changed the cohort on ${formatDateTime(last.at)} (${last.action}).` : "";
}

function FailureNote({ failure: { during, error }, file }: { failure: Failure; file: FileWork }) {
  const code = error instanceof ApiError ? error.code : "";
  const changed = heldCohort(error);
  if (changed) {
    return (
      <Box mt={12}>
        <Notice tone="warn" alert title="The cohort was changed meanwhile">
          {lastChange(changed)} Your table was checked again against the current cohort. Accept it again to submit it.
        </Notice>
      </Box>
    );
  }
  return (
    <Box mt={12}>
      <Notice
        tone="fail"
        alert
        title={during === "check" ? "The table could not be checked" : "The table was not accepted"}
      >
        {messageOf(error)} Your table is kept here.
        <Group gap={8} mt={10}>
          {code === "encoding" && (
            <Button size="xs" onClick={file.asLatin1}>
              It is Latin-1
            </Button>
          )}
          {during === "check" && (
            <Button size="xs" variant="default" onClick={file.again}>
              Check again
            </Button>
          )}
        </Group>
      </Notice>
    </Box>
  );
}
