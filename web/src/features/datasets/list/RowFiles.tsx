import { Button, CopyButton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type DatasetFile, type DatasetRow, filesQuery, fileUrl, wholeUrl } from "@/api/datasets";
import { formatBytes, formatCount, formatDate, formatDateTime } from "@/lib/format";
import { AnchorLink } from "@/ui/links";
import { RowsSkeleton } from "@/ui/Skeletons";
import { messageOf } from "@/ui/states";
import { Tag } from "@/ui/Tag";
import { TextButton } from "@/ui/TextButton";
import { CardRows } from "@/ui/table/CardRows";
import type { TableColumn } from "@/ui/table/column";
import { TableRows } from "@/ui/table/TableRows";
import { checkWord } from "../words";
import { filesId } from "./columns";
import classes from "./list.module.css";

const copiedMs = 2000;

/** The current files of a data set, below its row. */
export function RowFiles({ row }: { row: DatasetRow }) {
  return (
    <div id={filesId(row)} className={classes.files}>
      <Files row={row} />
    </div>
  );
}

function Files({ row }: { row: DatasetRow }) {
  const { data, error, refetch } = useQuery(filesQuery(row.id));
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false });
  if (error && !data) {
    return (
      <p className={classes.note} role="alert">
        The files could not be read. {messageOf(error)}{" "}
        <TextButton onClick={() => void refetch()}>Try again</TextButton>
      </p>
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label={`Loading the files of ${row.name}`}>
        <RowsSkeleton rows={2} />
      </div>
    );
  }
  if (data.items.length === 0) {
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
  const Rows = narrow ? CardRows : TableRows;
  return (
    <Rows
      caption={`Files of ${row.name}`}
      columns={fileColumns(row.id)}
      rows={data.items}
      rowKey={(file: DatasetFile) => file.id}
      search={{}}
      onSearch={() => undefined}
    />
  );
}

function kind({ kind, name, version }: DatasetFile): string {
  const what = kind === "d" ? "Data" : `Credible set: ${name ?? "without a name"}`;
  return version > 1 ? `${what}, version ${version}` : what;
}

function check({ kind, check }: DatasetFile) {
  if (!check) return kind === "d" ? "Not checked" : "–";
  const { tone, word } = checkWord(check);
  return <Tag tone={tone}>{word}</Tag>;
}

function fileColumns(id: string): TableColumn<DatasetFile>[] {
  return [
    { id: "file", label: "File", role: "title", cell: (file) => file.file_name },
    { id: "phenotype", label: "Phenotype", clip: true, cell: (file) => file.phenotype, text: (file) => file.phenotype },
    { id: "kind", label: "Type", cell: kind },
    { id: "size", label: "Size", numeric: true, cell: (file) => formatBytes(file.size) },
    { id: "check", label: "Check", cell: check },
    {
      id: "uploaded",
      label: "Uploaded",
      muted: true,
      cell: (file) => (
        <time dateTime={file.uploaded_at} title={`${formatDateTime(file.uploaded_at)}, ${file.uploaded_by}`}>
          {formatDate(file.uploaded_at)}
        </time>
      ),
    },
    { id: "downloads", label: "Downloads", numeric: true, cell: (file) => formatCount(file.downloads) },
    { id: "actions", label: "", role: "menu", cell: (file) => <FileActions id={id} file={file} /> },
  ];
}

function FileActions({ id, file }: { id: string; file: DatasetFile }) {
  const which = <VisuallyHidden component="span"> {file.file_name}</VisuallyHidden>;
  return (
    <span className={classes.actions}>
      <CopyButton value={wholeUrl(file.path)} timeout={copiedMs}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" onClick={copy} title={wholeUrl(file.path)}>
            <span aria-live="polite">{copied ? "Copied" : "Copy link"}</span>
            {which}
          </Button>
        )}
      </CopyButton>
      <Button component="a" variant="subtle" size="compact-xs" href={fileUrl(id, file.id)} download>
        Download{which}
      </Button>
    </span>
  );
}
