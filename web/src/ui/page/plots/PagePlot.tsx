import { Button, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import type { Plot } from "@/lib/document/document";
import { withoutView } from "@/lib/document/pageState";
import { type PlotView, viewFilters } from "@/lib/document/views";
import { own } from "@/lib/own";
import { Answered, inCard } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { EmptyState } from "@/ui/state/states";
import { Card } from "../../Card";
import { type PageProps, titlesOf } from "../page";
import classes from "../page.module.css";
import { Reading } from "../Reading";
import { needsOf } from "./needs";
import { hasOverview, readsOverview } from "./overview";
import { usePlotRows } from "./usePlotRows";

const figures = {
  genetic: late(() => import("./GeneticPlot").then(({ GeneticPlot }) => GeneticPlot)),
  overview: late(() => import("./OverviewPlot").then(({ OverviewPlot }) => OverviewPlot)),
  library: late(() => import("./library/ChartPlot").then(({ ChartPlot }) => ChartPlot)),
};

const ofLibrary = new Set<Plot["type"]>(["scatter", "bar", "box", "histogram", "score"]);

/** One plot of a page: what it lacks, or the rows that pass and the figure that they make. */
export function PagePlot({ plot, page }: { plot: Plot; page: PageProps }) {
  const titles = useMemo(() => titlesOf(page.document, page.table), [page.document, page.table]);
  const needs = needsOf(plot, { titles });
  if (needs.length > 0) return <Readiness plot={plot} needs={needs} onMend={page.onMend} />;
  const { document, table, state, overview } = page;
  const narrowed = Object.keys({ ...state.filters, ...viewFilters(document, state.views, plot.id) }).length > 0;
  if (overview && !narrowed && hasOverview(plot) && readsOverview(plot, document, table)) {
    const Overview = figures.overview;
    return (
      <Overview
        plot={plot}
        page={page}
        overview={overview}
        titles={titles}
        view={own(state.views, plot.id)}
        onView={(view) => showView(page, plot, view)}
      />
    );
  }
  return <Ready plot={plot} page={page} titles={titles} />;
}

/** The table follows the zoom of a plot. */
function showView({ state, onState }: PageProps, plot: Plot, view: PlotView | undefined): void {
  onState(view ? { ...state, page: 1, views: { ...state.views, [plot.id]: view } } : withoutView(state, plot.id));
}

interface ReadinessProps extends Pick<PageProps, "onMend"> {
  plot: Plot;
  needs: readonly string[];
}

function Readiness({ plot, needs, onMend }: ReadinessProps) {
  const mend = onMend && (
    <Button variant="default" onClick={() => onMend(plot.id)}>
      Choose its columns
    </Button>
  );
  return (
    <Card title={plot.title || "Plot"}>
      <EmptyState title="This plot is not ready" actions={mend}>
        <ul className={classes.needs}>
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </EmptyState>
    </Card>
  );
}

function Ready({ plot, page, titles }: { plot: Plot; page: PageProps; titles: ReadonlyMap<string, string> }) {
  const view = own(page.state.views, plot.id);
  const answer = usePlotRows(plot, page, titles);
  const Figure = ofLibrary.has(plot.type) ? figures.library : figures.genetic;
  const height = (plot.height ?? 280) + 22;
  const waiting = (
    <Card title={plot.title || "Plot"}>
      <Reading on rows={page.table.rows} />
      <Skeleton height={height} radius="sm" role="status" aria-label={`Reading ${plot.title || "the plot"}`} />
    </Card>
  );
  return (
    <Answered
      what={`the plot ${plot.title}`}
      title={`${plot.title || "The plot"} could not be drawn`}
      answer={answer}
      loading={waiting}
      frame={inCard(plot.title || "Plot")}
      isEmpty={({ length }) => length === 0}
      empty={
        <Card title={plot.title || "Plot"}>
          <EmptyState title="No row passes the filters">The plot appears when the table has rows.</EmptyState>
        </Card>
      }
    >
      {(data) => (
        <>
          <Reading on={answer.stale} rows={page.table.rows} />
          <div className={answer.stale ? classes.stale : undefined} aria-busy={answer.stale}>
            <Figure
              plot={plot}
              rows={data}
              page={page}
              view={view}
              onView={(next) => showView(page, plot, next)}
              meanwhile={waiting}
            />
          </div>
        </>
      )}
    </Answered>
  );
}
