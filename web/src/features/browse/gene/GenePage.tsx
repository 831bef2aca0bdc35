import { useQuery } from "@tanstack/react-query";
import { geneQuery } from "@/api/browse/variant";
import { PageHeader } from "@/ui/PageHeader";
import { Answered } from "@/ui/state/Answered";
import { ColumnsSkeleton } from "@/ui/state/Skeletons";
import { absentOf } from "../absent";
import type { PageProps } from "../search";
import { underTitle } from "../underTitle";
import { usualFlank } from "./flanks";
import { GeneBody } from "./GeneBody";

/** A gene, and the best variant of every result in it. */
export function GenePage({ area, what, search, onSearch }: PageProps) {
  const { build, flank = usualFlank, from = 0, all } = search;
  const answer = useQuery(geneQuery({ gene: what, build, flank, from, all }));
  return (
    <Answered
      what="the gene"
      answer={answer}
      safe=""
      loading={
        <>
          <PageHeader title={what} sub="Reading the results" />
          <ColumnsSkeleton label="Loading the gene" tiles={4} />
        </>
      }
      frame={underTitle(what)}
      refused={absentOf("gene")}
    >
      {(data) => (
        <GeneBody area={area} data={data} stale={answer.isPlaceholderData} search={search} onSearch={onSearch} />
      )}
    </Answered>
  );
}
