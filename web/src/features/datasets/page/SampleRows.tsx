import { useQuery } from "@tanstack/react-query";
import { type DatasetFile, type Inspection, previewQuery } from "@/api/datasets/datasets";
import { plural } from "@/lib/format/format";
import { formatWords } from "@/lib/sumstats/inspection";
import { Card } from "@/ui/Card";
import { Answered, inCard } from "@/ui/state/Answered";
import { SampleTable } from "@/ui/sumstats/SampleTable";

const title = "First rows";

/** The first rows of a file, unchanged. */
export function SampleRows({ id, file }: { id: string; file: DatasetFile }) {
  const preview = useQuery(previewQuery(id, file.id));
  return (
    <Answered
      what="the first rows"
      answer={preview}
      rows={6}
      frame={inCard(title)}
      safe="The file itself is safe."
      refused={({ status, message }) => status === 422 && <p>{message} The file can still be downloaded.</p>}
    >
      {(data) => <Rows inspection={data} />}
    </Answered>
  );
}

function Rows({ inspection }: { inspection: Inspection }) {
  return (
    <Card title={title} aside={`${formatWords(inspection)} · ${plural(inspection.header.length, "column")}`} flush>
      <SampleTable inspection={inspection} rows={inspection.sample_rows.length} label="First rows, table" />
    </Card>
  );
}
