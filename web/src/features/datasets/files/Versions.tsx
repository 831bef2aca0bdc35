import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fileUrl } from "@/api/dataset-urls";
import { type DatasetFile, filesQuery } from "@/api/datasets";
import { formatBytes, formatDateTime } from "@/lib/format";
import { Answered } from "@/ui/Answered";
import dataClasses from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { checkWord } from "../words";

/** All versions of one file, the newest first; each keeps its own link. */
export function Versions({ datasetId, parentId }: { datasetId: string; parentId: string }) {
  const files = useQuery(filesQuery(datasetId, true));
  return (
    <Answered what="the versions" answer={files} rows={2} safe="They are kept.">
      {({ items }) => (
        <VersionTable datasetId={datasetId} files={items.filter((file) => file.parent_id === parentId)} />
      )}
    </Answered>
  );
}

function VersionTable({ datasetId, files }: { datasetId: string; files: readonly DatasetFile[] }) {
  const versions = [...files].sort((a, b) => b.version - a.version);
  return (
    <ScrollRegion label="Versions" className={dataClasses.scroll}>
      <table className={dataClasses.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">File</th>
            <th scope="col">Size</th>
            <th scope="col">Sent</th>
            <th scope="col">Check</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((file) => (
            <tr key={file.id}>
              <th scope="row">
                {file.version}
                {file.current && " (current)"}
              </th>
              <td>
                <Anchor href={fileUrl(datasetId, file.id)} download={file.file_name} inherit>
                  {file.file_name}
                </Anchor>
              </td>
              <td className={dataClasses.number}>{formatBytes(file.size)}</td>
              <td>
                {formatDateTime(file.uploaded_at)} by {file.uploaded_by}
              </td>
              <td>{file.check ? checkWord(file.check).word : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
