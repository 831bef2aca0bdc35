import type { PublicDataset } from "@/api/datasets/public";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { AncestriesCard, DesignFacts, TermsCard } from "../page/DesignCards";
import { Outside } from "../page/Outside";
import page from "../page/page.module.css";

/** The metadata of a public data set. */
export function AboutCards({ dataset }: { dataset: PublicDataset }) {
  return (
    <>
      <Card title="About">
        <p className={page.prose}>{dataset.description}</p>
        <hr className={page.rule} />
        <Facts>
          <DesignFacts study={dataset.study} institution={dataset.institution} dataset={dataset} />
          {dataset.creators.length > 0 && <Fact name="People to cite">{dataset.creators.join(", ")}</Fact>}
          {(dataset.publication || dataset.pub_id) && (
            <Fact name="Publication">
              {dataset.publication}
              <Outside address={dataset.publication_url} text={dataset.pub_id} className={page.outside} />
            </Fact>
          )}
        </Facts>
      </Card>
      <AncestriesCard counts={dataset.ancestry_counts} total={dataset.global_sample_size} />
      <TermsCard terms={dataset.terms} />
    </>
  );
}
