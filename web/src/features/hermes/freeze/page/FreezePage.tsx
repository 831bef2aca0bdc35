import { useQuery } from "@tanstack/react-query";
import { type Freeze, freezeQuery } from "@/api/hermes/freezes";
import { plural } from "@/lib/format/format";
import { formatPeople } from "@/lib/format/people";
import { own } from "@/lib/own";
import { TextButton } from "@/ui/action/TextButton";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { WordTag } from "@/ui/Tag";
import classes from "../freeze.module.css";
import { Mark } from "../Mark";
import type { FreezeSearch } from "../search";
import { Withdrawn } from "../Withdrawn";
import { dayWords, freezeStateWords, needsReview, type Verdict } from "../words";
import { ChangesCard } from "./ChangesCard";
import { FlowCard } from "./FlowCard";
import { FreezeActions } from "./FreezeActions";
import { MatrixCard } from "./MatrixCard";
import { RunningCard } from "./RunningCard";
import { TextsCard } from "./TextsCard";
import { TopLociCard } from "./TopLociCard";
import { WallCard } from "./WallCard";

interface Props {
  id: string;
  search: FreezeSearch;
  onSearch: (change: FreezeSearch) => void;
}

/** One freeze: whether it can be published, its cells, what is at work, and what changed. */
export function FreezePage({ id, search, onSearch }: Props) {
  const answer = useQuery(freezeQuery(id));
  return (
    <Answered what="the freeze" answer={answer} loading={<PageSkeleton label="Reading the freeze" />} frame={onPage}>
      {(freeze) => (
        <>
          <PageHeader
            title={freeze.name}
            shown={
              <span className={classes.titled}>
                {freeze.name} <WordTag {...freezeStateWords[freeze.state]} />
              </span>
            }
            sub={factWords(freeze)}
            actions={<FreezeActions freeze={freeze} />}
          />
          <div className={classes.page}>
            <VerdictLine freeze={freeze} search={search} onSearch={onSearch} />
            <Withdrawn cohorts={freeze.publication?.withdrawn_cohorts ?? []} />
            <div className={classes.columns}>
              <div className={classes.main}>
                <MatrixCard freeze={freeze} search={search} onSearch={onSearch} />
                <WallCard freeze={freeze} />
                <TopLociCard freeze={freeze} />
                <FlowCard flow={freeze.plan.flow} name={freeze.name} />
              </div>
              <div className={classes.side}>
                <RunningCard plan={freeze.plan} />
                <ChangesCard freeze={freeze} />
                {freeze.state !== "draft" && <TextsCard freeze={freeze} />}
              </div>
            </div>
          </div>
        </>
      )}
    </Answered>
  );
}

/** Version, deadline and sizes in one line. */
function factWords({ release_version, document, plan, publication }: Freeze): string {
  const release = plan.flow.steps.find(({ code }) => code === "in_release");
  const sexes = plan.sexes.length > 1 ? ` × ${plural(plan.sexes.length, "sex", "sexes")}` : "";
  const parts = [
    `Version ${release_version}`,
    document.deadline && `accepted by ${dayWords(document.deadline)}`,
    release && `${plural(release.cohorts, "cohort")}, ${formatPeople(release.participants)} participants`,
    `${plural(plan.phenotypes.length, "phenotype")} × ${plural(plan.ancestries.filter((code) => code !== "all").length, "ancestry", "ancestries")}${sexes}`,
    publication?.embargo_until && `embargo until ${dayWords(publication.embargo_until)}`,
    publication && `published ${dayWords(publication.at.slice(0, 10))} by ${publication.by}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** How the sentence is marked: the worst of what it counts. */
function markOf({ state, plan: { counts } }: Freeze): Verdict {
  const worst: Verdict[] = ["failed", "outdated", "running", "planned", "warning"];
  if (state === "draft") return "planned";
  return worst.find((verdict) => (own(counts, verdict) ?? 0) > 0) ?? "passed";
}

function VerdictLine({ freeze, search, onSearch }: { freeze: Freeze } & Pick<Props, "search" | "onSearch">) {
  const doubtful = freeze.plan.cells.filter(needsReview).length;
  const review = search.only === "review";
  return (
    <div className={classes.verdict} role="status">
      <Mark verdict={markOf(freeze)} />
      <span>{freeze.verdict}</span>
      {doubtful > 0 && (
        <TextButton onClick={() => onSearch({ only: review ? undefined : "review" })}>
          {review ? "Show all cells" : `Review ${plural(doubtful, "cell")}`}
        </TextButton>
      )}
    </div>
  );
}
