import type { Finding } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { severityWords } from "@/lib/status";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { WordTag } from "@/ui/Tag";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import { codeTitle } from "./file/findings";
import { taskWords } from "./TaskList";
import { stepOfFinding } from "./validation";

interface CohortFindingsProps {
  cohortId: string;
  findings: readonly Finding[];
}

const columns: DataColumn<Finding>[] = [
  { label: "Severity", cell: ({ severity }) => <WordTag {...severityWords[severity]} /> },
  { label: "Rule", cell: ({ code }) => codeTitle(code) },
  { label: "Finding", kind: "wrap", cell: ({ message }) => message },
];

/** Inconsistencies between the files of a cohort, each with a link to where it can be fixed. */
export function CohortFindings({ cohortId, findings }: CohortFindingsProps) {
  if (findings.length === 0) return null;
  function where(finding: Finding) {
    const task = stepOfFinding(finding);
    return (
      <AnchorLink to="/sgc/edit/$id" params={{ id: cohortId }} search={{ task }}>
        {taskWords[task]}
      </AnchorLink>
    );
  }
  return (
    <Card flush title={`${plural(findings.length, "finding")} across the files`}>
      <DataTable
        label="Findings across the files"
        columns={[...columns, { label: "Where", cell: where }]}
        rows={findings}
        rowKey={({ code, message }) => `${code} ${message}`}
      />
    </Card>
  );
}
