import { Button, CloseButton } from "@mantine/core";
import { useCallback } from "react";
import type { Filter } from "@/lib/document/document";
import { isSet, withoutView } from "@/lib/document/pageState";
import { type PlotView, viewFilters } from "@/lib/document/views";
import type { FilterValue } from "@/lib/engine/engine";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { own } from "@/lib/own";
import { formatNumber } from "../chart/words";
import { late } from "../state/late";
import { Chip } from "../table/Chip";
import chip from "../table/Chip.module.css";
import { narrowings, seenFilters, valueWords, withFilter, withoutFilters } from "./filters";
import { type PageProps, plotName } from "./page";
import classes from "./page.module.css";
import { useAsked } from "./useAsked";

const Editor = late(() => import("./FilterEditor").then(({ FilterEditor }) => FilterEditor));

/** The filters of a page as chips, the zoomed views of plots, and the number of passing rows. */
export function FilterBar(page: PageProps) {
  const { document, state, onState } = page;
  const seen = seenFilters(document);
  const views = document.plots.flatMap((plot) => {
    const view = own(state.views, plot.id);
    return view ? [{ plot, view }] : [];
  });
  const count = narrowings(document, state);
  if (seen.length === 0 && count === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: chips that open their own fields are no fieldset
    <div role="group" aria-label="Filters" className={classes.bar}>
      {seen.map((filter) => (
        <FilterChip
          key={filter.id}
          filter={filter}
          value={own(state.filters, filter.id)}
          page={page}
          onChange={(value) => onState(withFilter(state, filter.id, value))}
        />
      ))}
      {views.map(({ plot, view }) => (
        <span key={plot.id} className={chip.chip} data-active="true">
          <span className={classes.inView}>
            {plotName(plot)}: <b>{viewWords(view)}</b>
          </span>
          <CloseButton
            size="sm"
            className={chip.clear}
            aria-label={`Show all of ${plotName(plot)}`}
            onClick={() => onState(withoutView(state, plot.id))}
          />
        </span>
      ))}
      {count > 1 && (
        <Button variant="subtle" size="xs" onClick={() => onState(withoutFilters(state))}>
          Clear all
        </Button>
      )}
      <Passing {...page} />
    </div>
  );
}

/** What of a plot is in view, in words. */
function viewWords({ chromosomes, positions, x, y, categories }: PlotView): string {
  if (chromosomes && positions) {
    const mb = (position: number) => formatDecimal(position / 1e6, 2);
    return `${chromosomes[0]}:${mb(positions[0])}–${mb(positions[1])} Mb`;
  }
  const list = chromosomes ?? categories;
  if (list) return list.length > 4 ? `${list[0]} to ${list.at(-1)}` : list.join(", ");
  const spans = [x, y].flatMap((span) => (span ? [`${formatNumber(span[0])} to ${formatNumber(span[1])}`] : []));
  return spans.join(" by ");
}

/** "214 of 18,204 rows" */
function Passing({ document, engine, state }: PageProps) {
  const views = JSON.stringify(viewFilters(document, state.views));
  const { filters } = state;
  const ask = useCallback(
    (signal: AbortSignal) => engine.count({ ...filters, ...JSON.parse(views) }, signal),
    [engine, filters, views],
  );
  const { data } = useAsked(ask);
  return (
    <span className={classes.passing} aria-live="polite">
      {data && `${formatCount(data.passing)} of ${formatCount(data.rows)} rows`}
    </span>
  );
}

interface ChipProps {
  filter: Filter;
  value: FilterValue | undefined;
  page: PageProps;
  onChange: (value: FilterValue | undefined) => void;
}

/** One filter: what it is set to, and its field when it is opened. */
function FilterChip({ filter, value, page, onChange }: ChipProps) {
  return (
    <Chip
      label={filter.label}
      value={isSet(value) ? valueWords(filter, value) : undefined}
      bare={!filter.name_in_chip}
      onClear={() => onChange(undefined)}
    >
      {() => <Editor filter={filter} value={value} page={page} onChange={onChange} />}
    </Chip>
  );
}
