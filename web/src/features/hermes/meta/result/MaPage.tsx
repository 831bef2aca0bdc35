import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type MetaAnalysis, metaQuery } from "@/api/hermes/meta";
import { formatDate } from "@/lib/format/format";
import { measureOf } from "@/lib/format/measure";
import { useNow } from "@/lib/format/now";
import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { FigureOf } from "@/ui/chart/PlotCard";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { BuildPageLink } from "../../BuildPageLink";
import { sourceOf } from "../../report/versions";
import classes from "../meta.module.css";
import type { ResultSearch } from "../search";
import { stateSentence } from "../words";
import { DownloadMenu } from "./DownloadMenu";
import { InputChanges } from "./InputChanges";
import { MetaMenu } from "./MetaMenu";
import { MethodsButton } from "./MethodsButton";
import { RegisterButton } from "./RegisterButton";
import { ResultBody } from "./ResultBody";

const Unfinished = late(() => import("./Unfinished").then((part) => part.Unfinished));

interface Props {
  id: string;
  search: ResultSearch;
  onSearch: (change: ResultSearch) => void;
}

/** One meta-analysis: at work, failed, or its result from the whole genome to one variant. */
export function MaPage({ id, search, onSearch }: Props) {
  const answer = useQuery(metaQuery(id));
  return (
    <Answered
      what="the meta-analysis"
      answer={answer}
      loading={<PageSkeleton label="Reading the meta-analysis" />}
      frame={onPage}
    >
      {(data) => <Loaded meta={data} search={search} onSearch={onSearch} />}
    </Answered>
  );
}

function Loaded({ meta, search, onSearch }: { meta: MetaAnalysis; search: ResultSearch; onSearch: Props["onSearch"] }) {
  const now = useNow(5000);
  const mayRun = useMay("runMetaAnalysis");
  return (
    <>
      <PageHeader
        title={meta.name}
        sub={
          <>
            {stateSentence(meta, now)}
            {meta.freeze && (
              <>
                {" · result of "}
                <Link to="/hermes/freezes/$id" params={{ id: meta.freeze.id }}>
                  {meta.freeze.name} {meta.freeze.release_version}
                </Link>
              </>
            )}
          </>
        }
        actions={
          <>
            <MethodsButton meta={meta} />
            {meta.status === "COMPLETED" && (
              <ButtonLink variant="default" to="/hermes/ma/compare" search={{ up: `ma:${meta.id}` }}>
                Compare
              </ButtonLink>
            )}
            {meta.status === "COMPLETED" && <BuildPageLink from={`meta_analysis:${meta.id}`} />}
            {mayRun && (
              <ButtonLink variant="default" to="/hermes/ma/new" search={{ from: meta.id }}>
                Clone
              </ButtonLink>
            )}
            <RegisterButton meta={meta} />
            <DownloadMenu meta={meta} />
            <MetaMenu meta={meta} />
          </>
        }
      />
      <div className={classes.result}>
        <InputChanges meta={meta} />
        {meta.status === "COMPLETED" ? (
          <Completed meta={meta} search={search} onSearch={onSearch} />
        ) : (
          <Unfinished meta={meta} mayRun={mayRun} />
        )}
      </div>
    </>
  );
}

function Completed({
  meta,
  search,
  onSearch,
}: {
  meta: MetaAnalysis;
  search: ResultSearch;
  onSearch: Props["onSearch"];
}) {
  if (!meta.summary) return null;
  return (
    <FigureOf value={sourceOf(meta.name, `meta-analysis of ${formatDate(meta.created_at)}`, meta.summary.versions)}>
      <ResultBody
        meta={meta}
        summary={meta.summary}
        measure={measureOf(meta.effect_scale)}
        search={search}
        onSearch={onSearch}
      />
    </FigureOf>
  );
}
