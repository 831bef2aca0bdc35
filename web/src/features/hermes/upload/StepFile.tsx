import { Anchor } from "@mantine/core";
import type { Inspection } from "@/api/hermes";
import { formatBytes } from "@/lib/format";
import { Card } from "@/ui/Card";
import { FileDrop } from "@/ui/form/FileDrop";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { buildWords, formatWords } from "./inspection";
import classes from "./upload.module.css";
import type { ChosenFile } from "./wizard";

export const fileInputId = "upload-file";

interface StepFileProps {
  /** Bytes. */
  largest: number;
  file?: ChosenFile;
  inspection?: Inspection;
  /** The file that an earlier visit began to send; the same one must be chosen. */
  expected?: ChosenFile;
  /** A file is being sent or stored; another one can only be chosen after cancelling. */
  held: boolean;
  busy: boolean;
  error?: string;
  onFile: (file: File) => void;
}

/** Step 1: the file, and what was recognised in it. */
export function StepFile({ largest, file, inspection, expected, held, busy, error, onFile }: StepFileProps) {
  return (
    <>
      {!held && (
        <FileDrop
          id={fileInputId}
          label={expected ? `Choose ${expected.name} again` : "Choose a file"}
          busy={busy}
          error={error}
          onFile={onFile}
        >
          {expected ? (
            <p>
              A browser may not open a file by itself. Choose {expected.name} ({formatBytes(expected.size)}) once more:
              the upload goes on where it stopped.
            </p>
          ) : (
            <p>
              A table with one variant per line, as your software wrote it, plain or compressed with gzip, up to{" "}
              {formatBytes(largest)}. Nothing has to be renamed or reordered.{" "}
              <Anchor href="/examples/fto_bmi_hg19.tsv" download inherit underline="always">
                Example file
              </Anchor>
            </p>
          )}
        </FileDrop>
      )}
      {file && inspection && <Recognised file={file} inspection={inspection} />}
      {inspection && inspection.findings.length > 0 && <Findings inspection={inspection} />}
      {inspection && inspection.sample_rows.length > 0 && <FirstRows inspection={inspection} />}
    </>
  );
}

function Recognised({ file, inspection }: { file: ChosenFile; inspection: Inspection }) {
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

function Findings({ inspection }: { inspection: Inspection }) {
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

function FirstRows({ inspection }: { inspection: Inspection }) {
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
            {inspection.sample_rows.slice(0, 5).map((row) => (
              <tr key={row.join("\t")}>
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
