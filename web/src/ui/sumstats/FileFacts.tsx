import { formatBytes } from "@/lib/format";
import type { Inspection } from "@/lib/sumstats/contract";
import { buildWords, formatWords } from "@/lib/sumstats/inspection";
import { Card } from "../Card";
import { Tag } from "../Tag";
import { ScrollRegion } from "../table/ScrollRegion";
import classes from "./sumstats.module.css";

interface FileFactsProps {
  file: { name: string; size: number };
  inspection: Inspection;
}

/** What was recognised in a file. */
export function FileFacts({ file, inspection }: FileFactsProps) {
  return (
    <Card title="What the file is">
      <dl className={classes.facts}>
        <dt>File</dt>
        <dd>
          <span className={classes.fileName}>{file.name}</span>, {formatBytes(file.size)}
        </dd>
        <dt>Software</dt>
        <dd>{formatWords(inspection)}</dd>
        <dt>Build</dt>
        <dd>
          {buildWords(inspection) ?? "not to be told from the first lines"}
          {inspection.build.reason && <div className={classes.note}>{inspection.build.reason}</div>}
        </dd>
        <dt>Layout</dt>
        <dd>
          {inspection.header.length} columns, separated by {inspection.delimiter}; {inspection.encoding};{" "}
          {inspection.compression === "" || inspection.compression === "none"
            ? "not compressed"
            : inspection.compression}
        </dd>
        <dt>Recognised</dt>
        <dd>
          {inspection.columns.length} of {inspection.header.length} columns
        </dd>
      </dl>
    </Card>
  );
}

const tones = { info: "info", warn: "warn", block: "fail" } as const;
const words = { info: "Note", warn: "Warning", block: "To mend" } as const;

/** What the reader noticed; nothing when it noticed nothing. */
export function FileFindings({ inspection }: { inspection: Inspection }) {
  if (inspection.findings.length === 0) return null;
  return (
    <Card title="What was noticed">
      <ul className={classes.findings}>
        {inspection.findings.map((finding) => (
          <li key={`${finding.code} ${finding.message}`} className={classes.finding}>
            <Tag tone={tones[finding.severity]}>{words[finding.severity]}</Tag>
            <span>
              {finding.line !== undefined && `Line ${finding.line}: `}
              {finding.message}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The header and the first rows as they stand in the file. */
export function FirstRows({ inspection }: { inspection: Inspection }) {
  if (inspection.sample_rows.length === 0) return null;
  return (
    <Card flush title="First rows">
      <ScrollRegion label="First rows of the file" className={classes.sampleScroll}>
        <table className={classes.sample}>
          <thead>
            <tr>
              {inspection.header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inspection.sample_rows.slice(0, 5).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name and never move
              <tr key={line}>
                {inspection.header.map((name, at) => (
                  <td key={name}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
