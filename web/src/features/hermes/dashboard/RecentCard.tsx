import { SegmentedControl, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { HermesUpload } from "@/api/hermes";
import { formatDate, formatDateTime } from "@/lib/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { UploadStatusTag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./dashboard.module.css";
import { type DashboardSearch, rowChoices } from "./search";

interface Props {
  uploads: readonly HermesUpload[];
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
      <ScrollRegion label="Recently added, table" className={shared.scroll}>
        <table className={shared.table} aria-busy={stale}>
          <thead>
            <tr>
              <th scope="col">Dataset</th>
              <th scope="col">Uploaded</th>
              <th scope="col">Uploader</th>
              <th scope="col">Phenotype</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {uploads.map((upload) => (
              <tr key={upload.id}>
                <th scope="row" className={shared.wrap}>
                  <Link to="/hermes/qc/$id" params={{ id: upload.id }}>
                    {upload.dataset_name}
                  </Link>
                </th>
                <td>
                  <time dateTime={upload.uploaded_at} title={formatDateTime(upload.uploaded_at)}>
                    {formatDate(upload.uploaded_at)}
                  </time>
                </td>
                <td>{upload.uploaded_by}</td>
                <td className={shared.wrap}>{phenotypes.get(upload.phenotype) ?? upload.phenotype}</td>
                <td>
                  <Link className={classes.status} to="/hermes/qc/$id" params={{ id: upload.id }}>
                    <UploadStatusTag status={upload.status} />
                    <VisuallyHidden>, report of {upload.dataset_name}</VisuallyHidden>
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
