import { Button, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type DatasetFile, type DatasetRow, filesQuery } from "@/api/datasets/datasets";
import { fileUrl, wholeUrl } from "@/api/datasets/urls";
import { formatBytes, formatCount } from "@/lib/format/format";
import { CopyButton } from "@/ui/action/CopyButton";
import { AnchorLink, ButtonLink } from "@/ui/action/links";
import { Day } from "@/ui/Day";
import { Answered } from "@/ui/state/Answered";
import { WordTag } from "@/ui/Tag";
import type { PlainColumn } from "@/ui/table/column";
import { PlainRows } from "@/ui/table/PlainRows";
import { checkWord } from "../words";
import { filesId } from "./columns";
import classes from "./list.module.css";

/** The current files of a data set, below its row. */
export function RowFiles({ row }: { row: DatasetRow }) {
  return (
    <div id={filesId(row)} className={classes.files}>
      <Files row={row} />
    </div>
  );
}

function Files({ row }: { row: DatasetRow }) {
  const files = useQuery(filesQuery(row.id));
  return (
    <Answered
      what={`the files of ${row.name}`}
      answer={files}
      rows={2}
      title="The files could not be read"
      isEmpty={({ items }) => items.length === 0}
      empty={<NoFiles row={row} />}
    >
      {({ items }) => (
        <PlainRows
          caption={`Files of ${row.name}`}
          columns={fileColumns(row.id)}
          rows={items}
          rowKey={(file: DatasetFile) => file.id}
        />
      )}
    </Answered>
  );
}

function NoFiles({ row }: { row: DatasetRow }) {
  return (
    <p className={classes.note}>
      No files yet.{" "}
      {row.can.edit && (
        <AnchorLink to="/datasets/$id" params={{ id: row.id }} search={{ edit: true }}>
          Add files
        </AnchorLink>
      )}
    </p>
  );
}

function kind({ kind, name, version }: DatasetFile): string {
  const what = kind === "d" ? "Data" : `Credible set: ${name ?? "without a name"}`;
  return version > 1 ? `${what}, version ${version}` : what;
}

function check({ kind, check }: DatasetFile) {
  if (!check) return kind === "d" ? "Not checked" : "–";
  return <WordTag {...checkWord(check)} />;
}

function fileColumns(id: string): PlainColumn<DatasetFile>[] {
  return [
    { id: "file", label: "File", role: "title", cell: (file) => file.file_name },
    { id: "phenotype", label: "Phenotype", clip: true, cell: (file) => file.phenotype, text: (file) => file.phenotype },
    { id: "kind", label: "Type", cell: kind },
    { id: "size", label: "Size", numeric: true, value: ({ size }) => size, cell: (file) => formatBytes(file.size) },
    { id: "check", label: "Check", cell: check },
    {
      id: "uploaded",
      label: "Uploaded",
      muted: true,
      cell: (file) => <Day at={file.uploaded_at} by={file.uploaded_by} />,
    },
    {
      id: "downloads",
      label: "Downloads",
      numeric: true,
      value: ({ downloads }) => downloads,
      cell: (file) => formatCount(file.downloads),
    },
    { id: "actions", label: "", role: "menu", cell: (file) => <FileActions id={id} file={file} /> },
  ];
}

/** Its check left rows that can be set beside those of another result. */
const comparable = ({ check }: DatasetFile) => check?.status === "passed" || check?.status === "warned";

function FileActions({ id, file }: { id: string; file: DatasetFile }) {
  const which = <VisuallyHidden component="span"> {file.file_name}</VisuallyHidden>;
  return (
    <span className={classes.actions}>
      <CopyButton
        value={wholeUrl(file.path)}
        label="Copy link"
        what={file.file_name}
        variant="subtle"
        size="compact-xs"
        title={wholeUrl(file.path)}
      />
      {comparable(file) && (
        <ButtonLink variant="subtle" size="compact-xs" to="/browse/compare" search={{ up: `file:${file.id}` }}>
          Compare{which}
        </ButtonLink>
      )}
      <Button component="a" variant="subtle" size="compact-xs" href={fileUrl(id, file.id)} download>
        Download{which}
      </Button>
    </span>
  );
}
