import { SegmentedControl, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { Card } from "@/ui/Card";
import { Day } from "@/ui/Day";
import { WordTag } from "@/ui/Tag";
import type { PlainColumn } from "@/ui/table/column";
import { PlainRows } from "@/ui/table/PlainRows";
import { statusWord } from "../list/words";
import classes from "./dashboard.module.css";
import { type DashboardSearch, rowChoices } from "./search";

interface Props {
  uploads: readonly HermesUploadRow[];
  /** Code to words, where known. */
  phenotypes: ReadonlyMap<string, string>;
  rows: number;
  /** The rows of another choice are still shown. */
  stale: boolean;
  onRows: (rows: DashboardSearch["rows"]) => void;
}

/** The latest uploads, newest first. */
export function RecentCard({ uploads, phenotypes, rows, stale, onRows }: Props) {
  return (
    <Card
      title="Recently added"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Rows"
          data={rowChoices.map((count) => ({ value: String(count), label: `${count} rows` }))}
          value={String(rows)}
          onChange={(value) => onRows(rowChoices.find((count) => String(count) === value))}
        />
      }
      flush
    >
      <div aria-busy={stale}>
        <PlainRows caption="Recently added, table" columns={columns(phenotypes)} rows={uploads} rowKey={rowKey} />
      </div>
    </Card>
  );
}

const rowKey = (upload: HermesUploadRow) => upload.id;

function columns(phenotypes: Props["phenotypes"]): PlainColumn<HermesUploadRow>[] {
  return [
    {
      id: "dataset",
      label: "Submission",
      role: "title",
      cell: ({ id, dataset_name }) => (
        <Link to="/hermes/qc/$id" params={{ id }}>
          {dataset_name}
        </Link>
      ),
    },
    {
      id: "uploaded",
      label: "Uploaded",
      cell: ({ uploaded_at }) => <Day at={uploaded_at} />,
    },
    { id: "uploader", label: "Uploader", cell: ({ uploaded_by }) => uploaded_by },
    {
      id: "phenotype",
      label: "Phenotype",
      clip: true,
      cell: ({ phenotype }) => phenotypes.get(phenotype) ?? phenotype,
    },
    {
      id: "status",
      label: "Status",
      card: "state",
      cell: (upload) => (
        <Link className={classes.status} to="/hermes/qc/$id" params={{ id: upload.id }}>
          <WordTag {...statusWord(upload)} />
          <VisuallyHidden>, report of {upload.dataset_name}</VisuallyHidden>
        </Link>
      ),
    },
  ];
}
