import type { Finding } from "@/api/sgc";
import { plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { AnchorLink } from "@/ui/links";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { severityWords } from "./file/FindingsCard";
import { codeTitle } from "./file/findings";
import { taskWords } from "./TaskList";
import { stepOfFinding } from "./validation";

interface CohortFindingsProps {
  cohortId: string;
  findings: readonly Finding[];
}

/** What does not fit between the files of a cohort, each leading to where it is mended. */
export function CohortFindings({ cohortId, findings }: CohortFindingsProps) {
  if (findings.length === 0) return null;
  return (
    <Card flush title={`${plural(findings.length, "finding")} across the files`}>
      <ScrollRegion label="Findings across the files" className={dataClasses.scroll}>
        <table className={dataClasses.table}>
          <thead>
            <tr>
              <th scope="col">Severity</th>
              <th scope="col">Rule</th>
              <th scope="col">Finding</th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          <tbody>
            {findings.map((finding) => {
              const { tone, word } = severityWords[finding.severity];
              const step = stepOfFinding(finding);
              return (
                <tr key={`${finding.code} ${finding.message}`}>
                  <td>
                    <Tag tone={tone}>{word}</Tag>
                  </td>
                  <td>{codeTitle(finding.code)}</td>
                  <td className={dataClasses.wrap}>{finding.message}</td>
                  <td>
                    <AnchorLink to="/sgc/edit/$id" params={{ id: cohortId }} search={{ task: step }}>
                      {taskWords[step]}
                    </AnchorLink>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
