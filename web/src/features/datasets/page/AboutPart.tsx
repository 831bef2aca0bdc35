import type { Dataset } from "@/api/datasets/datasets";
import { formatDateTime } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { AncestriesCard, DesignCard, TermsCard } from "./DesignCards";
import { FirstResults } from "./FirstResults";
import { MissingCard } from "./MissingCard";
import { Outside } from "./Outside";
import { PhenotypesCard } from "./PhenotypesCard";
import classes from "./page.module.css";

/** Everything that is said about a data set, in the words of people. */
export function AboutPart({ dataset }: { dataset: Dataset }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <FirstResults dataset={dataset} />
        <Card title="Description">
          <p className={classes.prose}>{dataset.description}</p>
        </Card>
        <PhenotypesCard dataset={dataset} />
        <AncestriesCard counts={dataset.ancestry_counts ?? []} total={dataset.global_sample_size} />
        <TermsCard terms={dataset.terms ?? []} />
      </div>
      <div className={classes.side}>
        <MissingCard dataset={dataset} />
        <DesignCard dataset={dataset} />
        <PeopleCard dataset={dataset} />
        <PublicationCard dataset={dataset} />
        <RecordCard dataset={dataset} />
      </div>
    </div>
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
  const { publication, pub_id, publication_url, license } = dataset;
  return (
    <Card title="Publication and licence">
      <Facts>
        <Fact name="Publication">
          {publication || (pub_id ? "" : "Not published yet")}
          <Outside address={publication_url} text={pub_id} className={classes.outside} />
        </Fact>
        <Fact name="Licence">
          <Outside address={license} text={license || "Not stated"} className={classes.outside} />
        </Fact>
      </Facts>
    </Card>
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
        {dataset.from_meta_analysis && (
          <Fact name="Made of">
            <AnchorLink to="/hermes/ma/$id" params={{ id: dataset.from_meta_analysis }}>
              a meta-analysis of HERMES
            </AnchorLink>
          </Fact>
        )}
        <Fact name="Id">
          <span className={shared.mono}>{dataset.id}</span>
        </Fact>
      </Facts>
    </Card>
  );
}
