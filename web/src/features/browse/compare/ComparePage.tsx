import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Comparison, comparableQuery, comparisonQuery } from "@/api/browse/compare";
import type { ApiError } from "@/lib/api-error";
import type { BrowseArea } from "@/lib/route/browse-address";
import { markedTitle } from "@/lib/status";
import { buildName } from "@/lib/sumstats/build";
import { CopyButton } from "@/ui/action/CopyButton";
import { Card } from "@/ui/Card";
import { FigureOf } from "@/ui/chart/PlotCard";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { EmptyState } from "@/ui/state/states";
import { drawnFrom } from "../drawnFrom";
import classes from "./compare.module.css";
import { EffectsCard } from "./EffectsCard";
import { LociCard } from "./LociCard";
import { comparisonSentence } from "./loci";
import { MiamiCard } from "./MiamiCard";
import { ResultChoice } from "./ResultChoice";
import type { CompareSearch } from "./search";

interface Props {
  area: BrowseArea;
  search: CompareSearch;
  onSearch: (change: Partial<CompareSearch>) => void;
}

/** Two results side by side: their loci, and the effects of the lead variants in both. */
export function ComparePage({ area, search, onSearch }: Props) {
  const { up, down } = search;
  const results = useQuery(comparableQuery);
  const chosen = (ref: string | undefined) => results.data?.items.find((item) => item.ref === ref);
  const [upper, lower] = [chosen(up), chosen(down)];
  return (
    <>
      <PageHeader
        title={upper && lower ? `${upper.title} against ${lower.title}` : "Compare two results"}
        crumb={["Compare"]}
        sub={
          up && down ? (
            <Sentence search={search} up={up} down={down} />
          ) : (
            "Loci that two results share, and their effects"
          )
        }
        actions={up && down && <Actions onSwap={() => onSearch({ up: down, down: up })} />}
      />
      <Answered what="the results" answer={results} frame={inCard()}>
        {({ items }) => (
          <div className={classes.page}>
            <Card>
              <ResultChoice results={items} up={up} down={down} onChange={onSearch} />
            </Card>
            {up && down ? (
              <Compared area={area} up={up} down={down} search={search} onSearch={onSearch} />
            ) : (
              <NotChosen enough={items.length > 1} />
            )}
          </div>
        )}
      </Answered>
    </>
  );
}

function useComparison(up: string, down: string, { effects = "beta" }: CompareSearch) {
  return useQuery(comparisonQuery(up, down, effects));
}

function Sentence({ up, down, search }: { up: string; down: string; search: CompareSearch }) {
  const { data } = useComparison(up, down, search);
  if (!data) return null;
  return comparisonSentence(data, buildName(data.genome_build));
}

function Actions({ onSwap }: { onSwap: () => void }) {
  return (
    <>
      <Button variant="default" onClick={onSwap}>
        Swap
      </Button>
      <CopyButton value={window.location.href} label="Copy link" />
    </>
  );
}

function NotChosen({ enough }: { enough: boolean }) {
  return (
    <Card>
      <EmptyState title={enough ? "Choose two results" : "There are no two results to compare"}>
        {enough
          ? "One is plotted upwards, the other downwards. The page shows which loci they share and how well the effects of their lead variants agree."
          : "You can compare clean files, complete meta-analyses and checked files of the registry that you have access to."}
      </EmptyState>
    </Card>
  );
}

interface ComparedProps extends Props {
  up: string;
  down: string;
}

function Compared({ area, up, down, search, onSearch }: ComparedProps) {
  const comparison = useComparison(up, down, search);
  return (
    <Answered what="the comparison" answer={comparison} frame={inCard()} refused={(error) => refusal(error, onSearch)}>
      {(data) => (
        <FigureOf value={drawnFrom([data.up, data.down])}>
          <Shown area={area} comparison={data} search={search} onSearch={onSearch} />
        </FigureOf>
      )}
    </Answered>
  );
}

/** Refusals of the server that are no fault: what cannot be compared, and what can. */
function refusal({ code, message }: ApiError, onSearch: Props["onSearch"]) {
  if (code === "scales_differ") {
    return (
      <EmptyState
        title="The effects are on different scales"
        actions={<Button onClick={() => onSearch({ effects: "z" })}>Compare Z against Z</Button>}
      >
        {message}
      </EmptyState>
    );
  }
  if (code !== "builds_differ" && code !== "same_result") return undefined;
  return <EmptyState title="These two cannot be compared">{message}</EmptyState>;
}

function Shown({ area, comparison, search, onSearch }: Props & { comparison: Comparison }) {
  const marked = [comparison.up, comparison.down].filter(({ caveat }) => caveat !== "");
  return (
    <>
      {marked.length > 0 && (
        <Notice tone="warn" title="Results that are not accepted">
          {marked.map(markedTitle).join(", ")}.
        </Notice>
      )}
      {comparison.notes.length > 0 && (
        <Notice tone="warn" title="Limitations">
          {comparison.notes.join(" ")}
        </Notice>
      )}
      <MiamiCard
        area={area}
        comparison={comparison}
        axes={search.axes ?? "own"}
        onAxes={(axes) => onSearch({ axes })}
      />
      <div className={classes.row}>
        <EffectsCard comparison={comparison} onEffects={(effects) => onSearch({ effects })} />
        <LociCard area={area} comparison={comparison} shown={search.loci} onShown={(loci) => onSearch({ loci })} />
      </div>
    </>
  );
}
