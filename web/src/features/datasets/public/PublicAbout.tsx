import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { codesQuery } from "@/api/datasets";
import type { PublicDataset } from "@/api/public-datasets";
import { formatCount } from "@/lib/format";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { AncestriesCard, TermsCard } from "../page/DesignCards";
import page from "../page/page.module.css";
import { webAddress } from "../page/words";
import { labelOf } from "../words";

/** What is said about a public data set. */
export function AboutCards({ dataset }: { dataset: PublicDataset }) {
  const codes = useQuery(codesQuery).data;
  const publication = webAddress(dataset.publication_url);
  return (
    <>
      <Card title="About">
        <p className={page.prose}>{dataset.description}</p>
        <hr className={page.rule} />
        <Facts>
          <Fact name="Study">{dataset.study}</Fact>
          <Fact name="Institution">{dataset.institution || "–"}</Fact>
          <Fact name="Data type">{labelOf(codes?.data_type, dataset.data_type)}</Fact>
          <Fact name="Genome build">{labelOf(codes?.genome_build, dataset.genome_build)}</Fact>
          <Fact name="Ancestry">{labelOf(codes?.ancestry, dataset.ancestry)}</Fact>
          <Fact name="Sex">{labelOf(codes?.sex, dataset.sex)}</Fact>
          <Fact name="People">{formatCount(dataset.global_sample_size)}</Fact>
          <Fact name="Status">{labelOf(codes?.status, dataset.status)}</Fact>
          {dataset.genotyping_technology && <Fact name="Genotyping technology">{dataset.genotyping_technology}</Fact>}
          {dataset.analysis_software && <Fact name="Analysis software">{dataset.analysis_software}</Fact>}
          {dataset.creators.length > 0 && <Fact name="People to cite">{dataset.creators.join(", ")}</Fact>}
          {(dataset.publication || dataset.pub_id) && (
            <Fact name="Publication">
              {dataset.publication}
              {publication ? (
                <Anchor className={page.outside} href={publication} target="_blank" rel="noopener noreferrer">
                  {dataset.pub_id || publication}
                </Anchor>
              ) : (
                dataset.pub_id
              )}
            </Fact>
          )}
        </Facts>
      </Card>
      <AncestriesCard counts={dataset.ancestry_counts} total={dataset.global_sample_size} />
      <TermsCard terms={dataset.terms} />
    </>
  );
}
