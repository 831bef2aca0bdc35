import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { codesQuery, type Dataset } from "@/api/datasets";
import { formatCount, formatDateTime, formatPart } from "@/lib/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { labelOf } from "../words";
import { MissingCard } from "./MissingCard";
import { PhenotypesCard } from "./PhenotypesCard";
import classes from "./page.module.css";
import { webAddress } from "./words";

/** Everything that is said about a data set, in the words of people. */
export function AboutPart({ dataset }: { dataset: Dataset }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Card title="Description">
          <p className={classes.prose}>{dataset.description}</p>
        </Card>
        <PhenotypesCard dataset={dataset} />
        <DesignCard dataset={dataset} />
        <AncestriesCard dataset={dataset} />
        <TermsCard terms={dataset.terms ?? []} />
      </div>
      <div className={classes.side}>
        <MissingCard dataset={dataset} />
        <PeopleCard dataset={dataset} />
        <PublicationCard dataset={dataset} />
        <RecordCard dataset={dataset} />
      </div>
    </div>
  );
}

function DesignCard({ dataset }: { dataset: Dataset }) {
  const codes = useQuery(codesQuery).data;
  return (
    <Card title="Study and design">
      <Facts>
        <Fact name="Study">{dataset.study.name}</Fact>
        <Fact name="Institution">{dataset.study.institution || "–"}</Fact>
        <Fact name="Data type">{labelOf(codes?.data_type, dataset.data_type)}</Fact>
        <Fact name="Genome build">{labelOf(codes?.genome_build, dataset.genome_build)}</Fact>
        <Fact name="Ancestry">{labelOf(codes?.ancestry, dataset.ancestry)}</Fact>
        <Fact name="Sex">{labelOf(codes?.sex, dataset.sex)}</Fact>
        <Fact name="Global sample size">{formatCount(dataset.global_sample_size)}</Fact>
        <Fact name="Status">{labelOf(codes?.status, dataset.status)}</Fact>
        <Fact name="Data source">{labelOf(codes?.data_source_type, dataset.data_source_type ?? "file")}</Fact>
        {dataset.genotyping_technology && <Fact name="Genotyping technology">{dataset.genotyping_technology}</Fact>}
        {dataset.analysis_software && <Fact name="Analysis software">{dataset.analysis_software}</Fact>}
      </Facts>
    </Card>
  );
}

/** How many people of which ancestry; the rest of the sample says so. */
function AncestriesCard({ dataset }: { dataset: Dataset }) {
  const codes = useQuery(codesQuery).data;
  const counts = dataset.ancestry_counts ?? [];
  if (counts.length === 0) return null;
  const total = dataset.global_sample_size;
  const rest = total - counts.reduce((sum, { n }) => sum + n, 0);
  return (
    <Card title="People per ancestry" aside={`${formatCount(total)} in all`} flush>
      <ScrollRegion label="People per ancestry, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Ancestry</th>
              <th scope="col" className={shared.number}>
                People
              </th>
              <th scope="col" className={shared.number}>
                Share
              </th>
              <th scope="col">In particular</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ ancestry, n, detail }) => (
              <tr key={`${ancestry} ${detail}`}>
                <th scope="row" className={shared.wrap}>
                  {labelOf(codes?.ancestry, ancestry)}
                </th>
                <td className={shared.number}>{formatCount(n)}</td>
                <td className={shared.number}>{formatPart(n, total)}</td>
                <td className={shared.wrap}>{detail || "–"}</td>
              </tr>
            ))}
            {rest > 0 && (
              <tr>
                <th scope="row">not stated</th>
                <td className={shared.number}>{formatCount(rest)}</td>
                <td className={shared.number}>{formatPart(rest, total)}</td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function TermsCard({ terms }: { terms: NonNullable<Dataset["terms"]> }) {
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

function PeopleCard({ dataset }: { dataset: Dataset }) {
  return (
    <Card title="People">
      <Facts>
        <Fact name="Data submitter">
          {dataset.data_submitter}
          <Address text={dataset.data_submitter_email} />
        </Fact>
        <Fact name="Principal investigator">
          {dataset.data_contributor || "–"}
          <Address text={dataset.data_contributor_email} />
        </Fact>
        <Fact name="Owner">{dataset.owner}</Fact>
        {dataset.co_owners.length > 0 && <Fact name="Co-owners">{dataset.co_owners.join(", ")}</Fact>}
      </Facts>
    </Card>
  );
}

/** An address as text: nothing but http and https is linked. */
function Address({ text }: { text: string | undefined }) {
  return text ? <span className={classes.below}>{text}</span> : null;
}

function PublicationCard({ dataset }: { dataset: Dataset }) {
  const address = webAddress(dataset.publication_url);
  const licence = webAddress(dataset.license);
  return (
    <Card title="Publication and licence">
      <Facts>
        <Fact name="Publication">
          {dataset.publication || (dataset.pub_id ? "" : "Not published yet")}
          {address ? <Outside href={address}>{dataset.pub_id || address}</Outside> : dataset.pub_id}
        </Fact>
        <Fact name="Licence">
          {licence ? <Outside href={licence}>{dataset.license}</Outside> : dataset.license || "Not stated"}
        </Fact>
      </Facts>
    </Card>
  );
}

/** A page elsewhere. */
function Outside({ href, children }: { href: string; children: string | undefined }) {
  return (
    <Anchor className={classes.outside} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </Anchor>
  );
}

function RecordCard({ dataset }: { dataset: Dataset }) {
  return (
    <Card title="Record">
      <Facts>
        <Fact name="Registered">{formatDateTime(dataset.created_at)}</Fact>
        <Fact name="Last changed">
          {formatDateTime(dataset.updated_at)} by {dataset.updated_by}
        </Fact>
        <Fact name="Id">
          <span className={shared.mono}>{dataset.id}</span>
        </Fact>
      </Facts>
    </Card>
  );
}
