import { Fragment } from "react";
import type { Cohort, SgcFile, SgcKind } from "@/api/sgc";
import { formatCount, formatDateTime } from "@/lib/format";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import { TextButton } from "@/ui/TextButton";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { kinds, kindWords } from "../../words";
import { saveVersion } from "../file/CurrentFile";
import { useRemoveFile } from "../useRemoveFile";
import classes from "./view.module.css";

/** The five files with their versions. */
export function FilesCard({ cohort }: { cohort: Cohort }) {
  const there = kinds.filter((kind) => cohort.files.some((file) => file.kind === kind && file.current)).length;
  const mayEdit = cohort.can.includes("edit");
  const { ask, busy } = useRemoveFile(cohort);
  return (
    <Card flush title="Files" aside={`${there} of ${kinds.length}`}>
      <ScrollRegion label="Files" className={dataClasses.scroll}>
        <table className={dataClasses.table}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">State</th>
              <th scope="col">Name</th>
              <th scope="col" className={dataClasses.number}>
                Rows
              </th>
              <th scope="col">Sent</th>
              <th scope="col">By</th>
              <th scope="col" className={classes.checksum}>
                Kept as (SHA-256)
              </th>
              <th scope="col">Download</th>
              {mayEdit && (
                <th scope="col">
                  <span className={dataClasses.hidden}>Remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <Kind
                key={kind}
                kind={kind}
                cohort={cohort}
                onRemove={mayEdit ? (file) => !busy && void ask(file) : undefined}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

interface KindProps {
  kind: SgcKind;
  cohort: Cohort;
  /** Absent: the person may not. */
  onRemove: ((file: SgcFile) => void) | undefined;
}

function Kind({ kind, cohort, onRemove }: KindProps) {
  const versions = cohort.files.filter((file) => file.kind === kind).sort((a, b) => b.version - a.version);
  const current = versions.find((file) => file.current);
  const older = versions.filter((file) => file !== current);
  return (
    <Fragment>
      <tr>
        <th scope="row">{kindWords[kind]}</th>
        <td>{current ? <Tag tone="pass">there</Tag> : <Tag tone="warn">missing</Tag>}</td>
        {current ? (
          <Version cohortId={cohort.id} file={current} />
        ) : (
          <>
            <td colSpan={5}>{older.length > 0 ? "removed; its versions stay" : "not sent yet"}</td>
            <td className={classes.checksum} />
          </>
        )}
        {onRemove && (
          <td>
            {current && (
              <TextButton danger onClick={() => onRemove(current)}>
                Remove…<span className={dataClasses.hidden}> {kindWords[kind]}</span>
              </TextButton>
            )}
          </td>
        )}
      </tr>
      {older.map((file, at) => (
        <tr key={file.version}>
          <td />
          <td>
            <Tag tone="neutral">{at === 0 && !current ? "removed" : "replaced"}</Tag>
          </td>
          <Version cohortId={cohort.id} file={file} />
          {onRemove && <td />}
        </tr>
      ))}
    </Fragment>
  );
}

function Version({ cohortId, file }: { cohortId: string; file: SgcFile }) {
  return (
    <>
      <td className={dataClasses.mono}>{file.file_name}</td>
      <td className={dataClasses.number}>{file.kind === "cohort_description" ? "–" : formatCount(file.rows)}</td>
      <td>{formatDateTime(file.uploaded_at)}</td>
      <td>{file.uploaded_by}</td>
      <td className={`${dataClasses.mono} ${classes.checksum}`} title={file.stored_sha256}>
        {file.stored_sha256.slice(0, 12)}…
      </td>
      <td>
        <TextButton onClick={() => saveVersion(cohortId, file)}>
          Version {file.version}
          <span className={dataClasses.hidden}> of {kindWords[file.kind]}</span>
        </TextButton>
      </td>
    </>
  );
}
