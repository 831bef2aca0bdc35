import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checksQuery, type DatasetFile, type Inspection, previewQuery } from "@/api/datasets/datasets";
import { columnsQuery } from "@/api/files/sumstats";
import { ApiError } from "@/lib/api-error";
import type { FieldDoc } from "@/lib/sumstats/contract";
import { earlierMapping, initialMapping, missingFields, openQuestions } from "@/lib/sumstats/mapping";
import { Answered, together } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import { ColumnsTable } from "@/ui/sumstats/ColumnsTable";
import { FindingList } from "@/ui/sumstats/FileFacts";
import { Questions } from "@/ui/sumstats/Questions";
import { hasRows, reportOf } from "../page/report";
import classes from "./files.module.css";
import { useCheckAgain } from "./useCheckAgain";

interface FileChecksProps {
  datasetId: string;
  file: DatasetFile;
}

/** What the newest check of a file found; its columns, when they have to be confirmed. */
export function FileChecks({ datasetId, file }: FileChecksProps) {
  const checks = useQuery(checksQuery(datasetId, file.id));
  if (file.check?.status === "questions") return <ConfirmColumns datasetId={datasetId} file={file} />;
  return (
    <Answered what="the checks" answer={checks} rows={2} safe="The file itself is safe.">
      {({ items }) => <Findings check={file.check} report={reportOf(items)} />}
    </Answered>
  );
}

function Findings({ check, report }: { check: DatasetFile["check"]; report: ReturnType<typeof reportOf> }) {
  const findings = report?.findings ?? [];
  return (
    <Stack gap={12}>
      {check?.error && <Notice tone="fail">{check.error}</Notice>}
      {findings.length > 0 ? (
        <FindingList findings={findings} />
      ) : (
        <p className={classes.about}>The check found no problems.</p>
      )}
    </Stack>
  );
}

/** How the columns of a file are read: as confirmed before, else as detected. */
export function ConfirmColumns({ datasetId, file }: FileChecksProps) {
  const inspection = useQuery(previewQuery(datasetId, file.id));
  const checks = useQuery(checksQuery(datasetId, file.id));
  const docs = useQuery(columnsQuery);
  return (
    <Answered
      what="the columns"
      answer={together(together(inspection, docs), checks)}
      rows={4}
      safe="The file itself is safe."
    >
      {([[found, { items }], { items: past }]) => (
        <Mapping datasetId={datasetId} file={file} inspection={found} docs={items} report={reportOf(past)} />
      )}
    </Answered>
  );
}

interface MappingProps extends FileChecksProps {
  inspection: Inspection;
  docs: FieldDoc[];
  /** Of the check before. */
  report: ReturnType<typeof reportOf>;
}

/** The columns as the reader understands them; what it doubts is asked, and the file checked again. */
function Mapping({ datasetId, file, inspection, docs, report }: MappingProps) {
  const [state, setState] = useState(() =>
    report && hasRows(report) ? earlierMapping(report.mapping, inspection) : initialMapping(inspection),
  );
  const asked = file.check?.status === "questions";
  const again = useCheckAgain(datasetId, file);
  const missing = missingFields(state, docs);
  const open = openQuestions(state, inspection);
  const fields = again.error instanceof ApiError ? again.error.fields : [];
  const errors = Object.fromEntries(fields.map(({ field, message }) => [field.replace(/^mapping\.?/, ""), message]));
  const scope = `${file.id}-`;
  return (
    <Stack gap={12}>
      {asked ? (
        <Notice tone="warn" title="The columns of this file have to be confirmed">
          Until then the file is kept but not checked.
        </Notice>
      ) : (
        <p className={classes.about}>A check with other columns replaces figures, top hits and the deposit.</p>
      )}
      <Questions inspection={inspection} state={state} onState={setState} scope={scope} />
      <ColumnsTable
        inspection={inspection}
        docs={docs}
        state={state}
        errors={errors}
        onState={setState}
        scope={scope}
      />
      <Refused error={again.error} />
      <Group justify="flex-end" gap="8px 12px">
        <span className={classes.about}>{leftWords(missing, open.length)}</span>
        <Button
          size="xs"
          loading={again.isPending}
          disabled={missing.length > 0 || open.length > 0}
          onClick={() => again.mutate({ mapping: state.mapping })}
        >
          Check with these columns
        </Button>
      </Group>
    </Stack>
  );
}

function leftWords(missing: readonly FieldDoc[], open: number): string {
  if (missing.length > 0) return `Choose the column of ${missing.map(({ label }) => label).join(", ")}.`;
  return open > 0 ? "Answer the questions above." : "";
}
