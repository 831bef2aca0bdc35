import { useQuery } from "@tanstack/react-query";
import { type DatasetFile, type Inspection, previewQuery } from "@/api/datasets";
import { plural } from "@/lib/format";
import { formatWords } from "@/lib/sumstats/inspection";
import { Answered, inCard } from "@/ui/Answered";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

const title = "First rows";

/** The first rows of a file as they stand in it. */
export function SampleRows({ id, file }: { id: string; file: DatasetFile }) {
  const preview = useQuery(previewQuery(id, file.id));
  return (
    <Answered
      what="the first rows"
      answer={preview}
      rows={6}
      frame={inCard(title)}
      safe="The file itself is safe."
      refused={({ status, message }) => status === 422 && <p>{message} The file is downloaded as it is.</p>}
    >
      {(data) => <Rows inspection={data} />}
    </Answered>
  );
}

function Rows({ inspection }: { inspection: Inspection }) {
  const { header, sample_rows: rows } = inspection;
  return (
    <Card title={title} aside={`${formatWords(inspection)} · ${plural(header.length, "column")}`} flush>
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
