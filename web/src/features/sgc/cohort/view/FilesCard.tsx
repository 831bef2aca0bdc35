import { VisuallyHidden } from "@mantine/core";
import type { Cohort, SgcFile, SgcKind } from "@/api/sgc/sgc";
import { formatCount, formatDateTime } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import type { PlainColumn } from "@/ui/table/column";
import { PlainRows } from "@/ui/table/PlainRows";
import { kinds } from "../../kinds";
import { kindWords } from "../../words";
import { saveVersion } from "../file/CurrentFile";
import { useRemoveFile } from "../useRemoveFile";

type State = "there" | "missing" | "removed" | "replaced";

/** A version of a file, or a file of which there is none at present. */
interface Row {
  kind: SgcKind;
  state: State;
  file?: SgcFile;
  /** Older versions stay when the current one is removed. */
  older?: boolean;
}

const tones = { there: "pass", missing: "warn", removed: "neutral", replaced: "neutral" } as const;

/** The five files with their versions; the receipt has their checksums. */
export function FilesCard({ cohort }: { cohort: Cohort }) {
  const there = kinds.filter((kind) => cohort.files.some((file) => file.kind === kind && file.current)).length;
  const { ask, busy } = useRemoveFile(cohort);
  const onRemove = cohort.can.includes("edit") ? (file: SgcFile) => !busy && ask(file) : undefined;
  return (
    <Card flush title="Files" aside={`${there} of ${kinds.length}`}>
      <PlainRows
        caption="Files"
        columns={columns(cohort.id, onRemove)}
        rows={kinds.flatMap((kind) => rowsOf(cohort, kind))}
        rowKey={({ kind, file }) => `${kind} ${file?.version ?? ""}`}
      />
    </Card>
  );
}

/** The current version first, or that there is none; then the older ones, newest first. */
function rowsOf(cohort: Cohort, kind: SgcKind): Row[] {
  const versions = cohort.files.filter((file) => file.kind === kind).sort((a, b) => b.version - a.version);
  const current = versions.find((file) => file.current);
  const older = versions.filter((file) => file !== current);
  const first: Row = current
    ? { kind, state: "there", file: current }
    : { kind, state: "missing", older: older.length > 0 };
  return [
    first,
    ...older.map((file, at): Row => ({ kind, file, state: at === 0 && !current ? "removed" : "replaced" })),
  ];
}

function columns(cohortId: string, onRemove?: (file: SgcFile) => void): PlainColumn<Row>[] {
  const all: PlainColumn<Row>[] = [
    { id: "file", label: "File", role: "title", cell: ({ kind }) => kindWords[kind] },
    { id: "state", label: "State", card: "state", cell: ({ state }) => <Tag tone={tones[state]}>{state}</Tag> },
    { id: "name", label: "Name", cell: (row) => <Name {...row} /> },
    {
      id: "rows",
      label: "Rows",
      numeric: true,
      value: ({ kind, file }) => (kind === "cohort_description" ? undefined : file?.rows),
      cell: ({ kind, file }) => (file && kind !== "cohort_description" ? formatCount(file.rows) : "–"),
    },
    { id: "sent", label: "Sent", cell: ({ file }) => (file ? formatDateTime(file.uploaded_at) : "–") },
    { id: "by", label: "By", cell: ({ file }) => file?.uploaded_by ?? "–" },
    {
      id: "download",
      label: "Download",
      cell: ({ kind, file }) =>
        file ? (
          <TextButton onClick={() => saveVersion(cohortId, file)}>
            Version {file.version}
            <VisuallyHidden component="span"> of {kindWords[kind]}</VisuallyHidden>
          </TextButton>
        ) : (
          "–"
        ),
    },
  ];
  if (!onRemove) return all;
  return [
    ...all,
    { id: "remove", label: "Remove", role: "menu", cell: (row) => <Remove {...row} onRemove={onRemove} /> },
  ];
}

function Name({ file, older }: Row) {
  if (file) return <span className={dataClasses.mono}>{file.file_name}</span>;
  return older ? "removed (versions are kept)" : "not sent yet";
}

function Remove({ kind, file, state, onRemove }: Row & { onRemove: (file: SgcFile) => void }) {
  if (!file || state !== "there") return null;
  return (
    <TextButton danger onClick={() => onRemove(file)}>
      Remove…<VisuallyHidden component="span"> {kindWords[kind]}</VisuallyHidden>
    </TextButton>
  );
}
