import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { portalConfigQuery } from "@/api/hermes/hermes";
import { type MetaAnalysis, metaFileUrl } from "@/api/hermes/meta";
import { formatBytes, formatCount } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { geneListWords } from "@/ui/genes/genes";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { labelOf } from "../../qc/words";
import { versionFacts } from "../../report/versions";
import classes from "../meta.module.css";
import type { MetaSummary } from "../summary";
import { optionFacts } from "../words";

interface Props {
  meta: MetaAnalysis;
  /** Undefined until there is a result. */
  summary: MetaSummary | undefined;
}

type Input = MetaAnalysis["inputs"][number];

const numbers = {
  people: (input: Input) => input.n_total,
  cases: (input: Input) => input.cases,
  controls: (input: Input) => input.controls,
};

/** What was combined and how: enough to do it again. */
export function InputsCard({ meta, summary }: Props) {
  const ancestries = useQuery(portalConfigQuery).data?.ancestries;
  const sort = useRowSort(meta.inputs, numbers);
  return (
    <Card title="Inputs and options" flush>
      <ScrollRegion label="Inputs, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Submission</th>
              <th scope="col">Cohort</th>
              <th scope="col">Ancestry</th>
              <NumberHead sort={sort} by="people">
                People
              </NumberHead>
              <NumberHead sort={sort} by="cases">
                Cases
              </NumberHead>
              <NumberHead sort={sort} by="controls">
                Controls
              </NumberHead>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((input) => (
              <tr key={input.upload_id}>
                <td className={shared.name}>
                  <Link to="/hermes/qc/$id" params={{ id: input.upload_id }} search={{ run: input.run_id }}>
                    {input.dataset_name}
                  </Link>
                </td>
                <td className={shared.name}>{input.cohort}</td>
                <td>{labelOf(ancestries, input.ancestry)}</td>
                <td className={shared.number}>{formatCount(input.n_total)}</td>
                <td className={shared.number}>{formatCount(input.cases)}</td>
                <td className={shared.number}>{formatCount(input.controls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Facts className={classes.options}>
        {optionFacts(meta.options).map(([name, words]) => (
          <Fact key={name} name={name}>
            {words}
          </Fact>
        ))}
        {summary?.genes && (
          <Fact name="Genes">
            {geneListWords(summary.genes)}
            <code className={shared.hash}>SHA-256 {summary.genes.sha256}</code>
          </Fact>
        )}
        {versionFacts(summary?.versions ?? {}).map(([name, version]) => (
          <Fact key={name} name={name}>
            {version}
          </Fact>
        ))}
      </Facts>
      {meta.warnings && (
        <div className={classes.known}>
          <span className={classes.source}>Known before the start, and confirmed</span>
          <ul className={classes.findings}>
            {meta.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {meta.files && meta.files.length > 0 && <Files meta={meta} files={meta.files} />}
    </Card>
  );
}

function Files({ meta, files }: { meta: MetaAnalysis; files: NonNullable<MetaAnalysis["files"]> }) {
  const sort = useRowSort(files, { size: (file) => file.size });
  return (
    <ScrollRegion label="Files, table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">File</th>
            <NumberHead sort={sort} by="size">
              Size
            </NumberHead>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((file) => (
            <tr key={file.name}>
              <td className={`${shared.mono} ${shared.name}`}>
                <a href={metaFileUrl(meta.id, file.name)} download>
                  {file.name}
                </a>
              </td>
              <td className={shared.number}>{formatBytes(file.size)}</td>
              <td>
                <span className={shared.hash}>{file.sha256}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
