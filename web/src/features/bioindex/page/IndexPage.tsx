import { useQuery } from "@tanstack/react-query";
import { type BioIndex, indexQuery } from "@/api/bioindex/bioindex";
import { Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { Elsewhere } from "./Elsewhere";
import { KeysCard } from "./KeysCard";
import { PageHead } from "./PageHead";
import { ProofCard } from "./ProofCard";
import classes from "./page.module.css";
import { QueryCard } from "./QueryCard";
import { SharingCard } from "./SharingCard";
import { State } from "./State";
import type { IndexSearch } from "./search";
import { Tiles } from "./Tiles";

interface Props {
  id: string;
  search: IndexSearch;
}

/** One index: its state, its answers, and how to query it from other programs. */
export function IndexPage({ id, search }: Props) {
  const index = useQuery(indexQuery(id));
  return (
    <Answered what="the index" answer={index} loading={<PageSkeleton label="Reading the index" />} frame={onPage}>
      {(data) => <Reading index={data} search={search} />}
    </Answered>
  );
}

function Reading({ index, search }: { index: BioIndex; search: IndexSearch }) {
  const { build } = index;
  const answers = build !== undefined && !index.deleted_at;
  return (
    <>
      <PageHead index={index} />
      <div className={classes.page}>
        <State index={index} />
        {build && <Tiles build={build} />}
        <div className={classes.columns}>
          <div className={classes.stack}>
            {answers && <QueryCard index={index} build={build} search={search} />}
            {answers && <Elsewhere index={index} build={build} search={search} />}
            {!build && <KeysCard index={index} />}
          </div>
          <div className={classes.stack}>
            {build && <ProofCard index={index} build={build} />}
            {build && <KeysCard index={index} />}
            <SharingCard index={index} />
          </div>
        </div>
      </div>
    </>
  );
}
