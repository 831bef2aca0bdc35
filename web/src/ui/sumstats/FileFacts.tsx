import { formatBytes, formatCount } from "@/lib/format/format";
import { severityWords } from "@/lib/status";
import type { Inspection, StudyTotal } from "@/lib/sumstats/contract";
import { buildWords, recognisedWords, scaleWords, softwareWords } from "@/lib/sumstats/inspection";
import { WordTag } from "@/ui/Tag";
import { Card } from "../Card";
import { SampleTable } from "./SampleTable";
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
        <dd>{softwareWords(inspection)}</dd>
        <dt>Build</dt>
        <dd>
          {buildWords(inspection) ?? "Not recognised"}
          {inspection.build.reason && <div className={classes.source}>{inspection.build.reason}</div>}
        </dd>
        <Total label="Sample size" total={inspection.totals.n} />
        <Total label="Cases" total={inspection.totals.n_cases} />
        <Total label="Controls" total={inspection.totals.n_controls} />
        {scaleWords(inspection) && (
          <>
            <dt>Effects</dt>
            <dd>
              {scaleWords(inspection)}
              <div className={classes.source}>{inspection.effect_scale?.reason}</div>
            </dd>
          </>
        )}
        <dt>Layout</dt>
        <dd>
          {inspection.header.length} columns, separated by {inspection.delimiter};{" "}
          <span className={classes.together}>{inspection.encoding.toUpperCase()}</span>;{" "}
          {inspection.compression === "" || inspection.compression === "none"
            ? "not compressed"
            : inspection.compression}
        </dd>
        <dt>Recognised</dt>
        <dd>{recognisedWords(inspection)}</dd>
      </dl>
    </Card>
  );
}

/** A sample size and its source; nothing if the file does not contain it. */
function Total({ label, total }: { label: string; total?: StudyTotal }) {
  if (!total) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {formatCount(total.value)}
        <div className={classes.source}>{total.reason}</div>
      </dd>
    </>
  );
}

interface FileFindingsProps {
  inspection: Inspection;
  /** The questions about columns, and which are missing, are shown beside it. */
  asked?: boolean;
  title?: string;
}

/** What the reader noticed; nothing when it noticed nothing. */
export function FileFindings({ inspection, asked = false, title = "Findings" }: FileFindingsProps) {
  const findings = inspection.findings.filter(
    ({ code }) => !(asked && (code === "question" || code === "missing_field")),
  );
  if (findings.length === 0) return null;
  return (
    <Card title={title}>
      <FindingList findings={findings} />
    </Card>
  );
}

/** Findings as a list: how bad each is, and where. */
export function FindingList({ findings }: Pick<Inspection, "findings">) {
  return (
    <ul className={classes.findings}>
      {findings.map(({ code, severity, line, message }) => (
        <li key={`${code} ${message}`} className={classes.finding}>
          <WordTag {...severityWords[severity]} />
          <span>
            {line != null && `Line ${line}: `}
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The header and the first rows of the file, unchanged. */
export function FirstRows({ inspection }: { inspection: Inspection }) {
  if (inspection.sample_rows.length === 0) return null;
  return (
    <Card flush title="First rows">
      <SampleTable inspection={inspection} rows={5} label="First rows of the file" />
    </Card>
  );
}
