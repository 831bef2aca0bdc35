import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type DatasetFile, filesQuery } from "@/api/datasets/datasets";
import { fileUrl } from "@/api/datasets/urls";
import { formatBytes, formatDateTime } from "@/lib/format/format";
import { Answered } from "@/ui/state/Answered";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
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
  const columns: DataColumn<DatasetFile>[] = [
    { label: "Version", names: true, cell: ({ version, current }) => `${version}${current ? " (current)" : ""}` },
    {
      label: "File",
      cell: ({ id, file_name }) => (
        <Anchor href={fileUrl(datasetId, id)} download={file_name} inherit>
          {file_name}
        </Anchor>
      ),
    },
    { label: "Size", kind: "number", value: ({ size }) => size, cell: ({ size }) => formatBytes(size) },
    { label: "Sent", cell: ({ uploaded_at, uploaded_by }) => `${formatDateTime(uploaded_at)} by ${uploaded_by}` },
    { label: "Check", cell: ({ check }) => (check ? checkWord(check).word : "–") },
  ];
  const versions = [...files].sort((a, b) => b.version - a.version);
  return <DataTable label="Versions" columns={columns} rows={versions} rowKey={({ id }) => id} />;
}
