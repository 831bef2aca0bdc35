import { useQuery } from "@tanstack/react-query";
import { type AncestrySize, codesQuery, type Dataset, type OntologyTerm } from "@/api/datasets/datasets";
import type { PublicDataset } from "@/api/datasets/public";
import { formatCount, formatPart } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { DataTable } from "@/ui/table/DataTable";
import { labelOf } from "../words";
import classes from "./page.module.css";

interface DesignProps {
  study: string;
  institution: string;
  dataset: Dataset | PublicDataset;
}

/** Of what the data are, and how they were made. */
export function DesignFacts({ study, institution, dataset }: DesignProps) {
  const codes = useQuery(codesQuery).data;
  return (
    <>
      <Fact name="Study">{study}</Fact>
      <Fact name="Institution">{institution || "–"}</Fact>
      <Fact name="Data type">{labelOf(codes?.data_type, dataset.data_type)}</Fact>
      <Fact name="Genome build">{labelOf(codes?.genome_build, dataset.genome_build)}</Fact>
      <Fact name="Ancestry">{labelOf(codes?.ancestry, dataset.ancestry)}</Fact>
      <Fact name="Sex">{labelOf(codes?.sex, dataset.sex)}</Fact>
      <Fact name="Global sample size">{formatCount(dataset.global_sample_size)}</Fact>
      <Fact name="Status">{labelOf(codes?.status, dataset.status)}</Fact>
      {dataset.genotyping_technology && <Fact name="Genotyping technology">{dataset.genotyping_technology}</Fact>}
      {dataset.analysis_software && <Fact name="Analysis software">{dataset.analysis_software}</Fact>}
    </>
  );
}

/** How the study of a data set was made, and where the data come from. */
export function DesignCard({ dataset }: { dataset: Dataset }) {
  const codes = useQuery(codesQuery).data;
  const { study } = dataset;
  return (
    <Card title="Study and design">
      <Facts>
        <DesignFacts study={study.name} institution={study.institution} dataset={dataset} />
        <Fact name="Data source">{labelOf(codes?.data_source_type, dataset.data_source_type ?? "file")}</Fact>
      </Facts>
    </Card>
  );
}

interface AncestriesProps {
  counts: readonly AncestrySize[];
  /** People in all. */
  total: number;
}

/** Participants by ancestry, with the rest of the sample. */
export function AncestriesCard({ counts, total }: AncestriesProps) {
  const codes = useQuery(codesQuery).data;
  if (counts.length === 0) return null;
  const rest = total - counts.reduce((sum, { n }) => sum + n, 0);
  const rows = counts.map(({ ancestry, n, detail }) => ({
    name: labelOf(codes?.ancestry, ancestry),
    n,
    detail: detail || "–",
  }));
  if (rest > 0) rows.push({ name: "not stated", n: rest, detail: "" });
  return (
    <Card title="People per ancestry" aside={`${formatCount(total)} in all`} flush>
      <DataTable
        label="People per ancestry, table"
        columns={[
          { label: "Ancestry", names: true, kind: "wrap", cell: ({ name }) => name },
          { label: "People", kind: "number", value: ({ n }) => n, cell: ({ n }) => formatCount(n) },
          { label: "Share", kind: "number", value: ({ n }) => n, cell: ({ n }) => formatPart(n, total) },
          { label: "In particular", kind: "wrap", cell: ({ detail }) => detail },
        ]}
        rows={rows}
        rowKey={({ name, detail }) => `${name} ${detail}`}
      />
    </Card>
  );
}

/** The ontology terms of a data set with their identifiers; absent without terms. */
export function TermsCard({ terms }: { terms: readonly OntologyTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <Card title="Ontology terms" flush>
      <ul className={classes.lines}>
        {terms.map(({ curie, label }) => (
          <li key={curie}>
            <span className={shared.mono}>{curie}</span> {label}
          </li>
        ))}
      </ul>
    </Card>
  );
}
