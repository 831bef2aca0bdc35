import { useQuery } from "@tanstack/react-query";
import { variantQuery } from "@/api/browse/variant";
import { PageHeader } from "@/ui/PageHeader";
import { Answered } from "@/ui/state/Answered";
import { ColumnsSkeleton } from "@/ui/state/Skeletons";
import { absentOf } from "../absent";
import type { PageProps } from "../search";
import { underTitle } from "../underTitle";
import { VariantBody } from "./VariantBody";

/** The results of one variant. */
export function VariantPage({ area, what, search, onSearch }: PageProps) {
  const { build, allele, from = 0 } = search;
  const answer = useQuery(variantQuery({ variant: what, build, allele, from, all: search.all }));
  return (
    <Answered
      what="the variant"
      answer={answer}
      safe=""
      loading={
        <>
          <PageHeader title={what} sub="Reading the results" />
          <ColumnsSkeleton label="Loading the variant" rows={10} />
        </>
      }
      frame={underTitle(what)}
      refused={absentOf("variant")}
    >
      {(data) => <VariantBody area={area} data={data} search={search} onSearch={onSearch} />}
    </Answered>
  );
}
