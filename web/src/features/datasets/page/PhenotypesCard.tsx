import type { Dataset, DatasetPhenotype } from "@/api/datasets/datasets";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Tag, WordTag } from "@/ui/Tag";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import { checkWord } from "../words";
import { NoPhenotypes } from "./NoPhenotypes";

/** The phenotypes with their sizes and how the check of each file ended. */
export function PhenotypesCard({ dataset }: { dataset: Dataset }) {
  const { phenotypes } = dataset;
  if (phenotypes.length === 0) {
    return (
      <Card title="Phenotypes">
        <NoPhenotypes dataset={dataset} />
      </Card>
    );
  }
  return (
    <Card title="Phenotypes" aside={formatCount(phenotypes.length)} flush>
      <DataTable
        label="Phenotypes, table"
        columns={columnsOf(dataset.id)}
        rows={phenotypes}
        rowKey={(phenotype) => phenotype.id}
      />
    </Card>
  );
}

function columnsOf(id: string): DataColumn<DatasetPhenotype>[] {
  return [
    {
      label: "Phenotype",
      names: true,
      kind: "wrap",
      cell: ({ id: phenotype, description, phenotype: code }) => (
        <>
          <AnchorLink to="/datasets/$id" params={{ id }} search={{ part: "results", phenotype }}>
            {description || code}
          </AnchorLink>
          {description !== code && description !== "" && <span className={shared.faint}> {code}</span>}
        </>
      ),
    },
    {
      label: "People",
      kind: "number",
      value: ({ sample_size }) => sample_size,
      cell: ({ sample_size }) => formatCount(sample_size),
    },
    { label: "Cases", kind: "number", value: ({ cases }) => cases, cell: ({ cases }) => formatCount(cases) },
    {
      label: "Controls",
      kind: "number",
      value: ({ controls }) => controls,
      cell: ({ controls }) => formatCount(controls),
    },
    { label: "Check", cell: (phenotype) => <CheckTag phenotype={phenotype} /> },
    {
      label: "λ",
      kind: "number",
      value: ({ file }) => file?.check?.lambda_gc,
      cell: ({ file }) => formatDecimal(file?.check?.lambda_gc, 3),
    },
  ];
}

/** The state of the file's check; or that there is no file, or no check. */
export function CheckTag({ phenotype: { file } }: { phenotype: DatasetPhenotype }) {
  if (!file) return <Tag tone="neutral">No file yet</Tag>;
  if (!file.check) return <Tag tone="neutral">Not checked</Tag>;
  return <WordTag {...checkWord(file.check)} />;
}
