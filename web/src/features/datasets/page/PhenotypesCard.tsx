import type { Dataset, DatasetPhenotype } from "@/api/datasets";
import { formatCount, formatDecimal } from "@/lib/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { AnchorLink } from "@/ui/links";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
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
      <ScrollRegion label="Phenotypes, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Phenotype</th>
              <th scope="col" className={shared.number}>
                People
              </th>
              <th scope="col" className={shared.number}>
                Cases
              </th>
              <th scope="col" className={shared.number}>
                Controls
              </th>
              <th scope="col">Check</th>
              <th scope="col" className={shared.number}>
                λ
              </th>
            </tr>
          </thead>
          <tbody>
            {phenotypes.map((phenotype) => (
              <Row key={phenotype.id} id={dataset.id} phenotype={phenotype} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function Row({ id, phenotype }: { id: string; phenotype: DatasetPhenotype }) {
  const { description, sample_size, cases, controls, file } = phenotype;
  return (
    <tr>
      <th scope="row" className={shared.wrap}>
        <AnchorLink to="/datasets/$id" params={{ id }} search={{ part: "results", phenotype: phenotype.id }}>
          {description || phenotype.phenotype}
        </AnchorLink>
        {description !== phenotype.phenotype && description !== "" && (
          <span className={shared.faint}> {phenotype.phenotype}</span>
        )}
      </th>
      <td className={shared.number}>{formatCount(sample_size)}</td>
      <td className={shared.number}>{formatCount(cases)}</td>
      <td className={shared.number}>{formatCount(controls)}</td>
      <td>
        <CheckTag phenotype={phenotype} />
      </td>
      <td className={shared.number}>{formatDecimal(file?.check?.lambda_gc, 3)}</td>
    </tr>
  );
}

/** How the check of the file stands; or that there is no file, or no check of it. */
export function CheckTag({ phenotype: { file } }: { phenotype: DatasetPhenotype }) {
  if (!file) return <Tag tone="neutral">No file yet</Tag>;
  if (!file.check) return <Tag tone="neutral">Not checked</Tag>;
  const { tone, word } = checkWord(file.check);
  return <Tag tone={tone}>{word}</Tag>;
}
