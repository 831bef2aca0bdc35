import { useQuery } from "@tanstack/react-query";
import { type DatasetFile, previewQuery } from "@/api/datasets";
import { ApiError } from "@/lib/api-error";
import { plural } from "@/lib/format";
import { formatWords } from "@/lib/sumstats/inspection";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { RowsSkeleton } from "@/ui/Skeletons";
import { ErrorState } from "@/ui/states";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

const title = "First rows";

/** The first rows of a file as they stand in it. */
export function SampleRows({ id, file }: { id: string; file: DatasetFile }) {
  const { data, error, refetch } = useQuery(previewQuery(id, file.id));
  if (error) {
    const unreadable = error instanceof ApiError && error.status === 422;
    return (
      <Card title={title}>
        {unreadable ? (
          <p>{error.message} The file is downloaded as it is.</p>
        ) : (
          <ErrorState title="The first rows could not be read" error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  if (!data) {
    return (
      <Card title={title}>
        <RowsSkeleton rows={6} />
      </Card>
    );
  }
  const { header, sample_rows: rows } = data;
  return (
    <Card title={title} aside={`${formatWords(data)} · ${plural(header.length, "column")}`} flush>
      <ScrollRegion label="First rows, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              {header.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may name two columns alike, and they keep their order
                <th key={at} scope="col" className={shared.mono}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be alike, and they keep their order
              <tr key={line}>
                {header.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as their columns
                  <td key={at} className={shared.mono}>
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
