import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { browseSurroundQuery } from "@/api/browse/browse";
import { type Table, tableOverviewQuery } from "@/api/pages/tables";
import type { PageDocument } from "@/lib/document/document";
import { firstState, type PageState } from "@/lib/document/pageState";
import { type Engine, filtersOf } from "@/lib/engine/engine";
import { blank, own } from "@/lib/own";
import { late } from "@/ui/state/late";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import classes from "./builder.module.css";
import { useGo } from "./places";
import { useEngineOf } from "./useEngine";

interface Props {
  document: PageDocument;
  table: Table;
  engine: Engine | undefined;
  /** The plot that is being changed, which is the one that is seen; another object each time. */
  plot: { id: string } | undefined;
  /** Receives a function that creates a picture of the shown page. */
  onPicture: (make: () => Promise<Blob>) => void;
}

const PageView = late(async () => (await import("@/ui/page/PageView")).PageView);

/** The page as readers will see it. */
export function Live({ document, table, engine: opened, plot, onPicture }: Props) {
  const engine = useEngineOf(opened, document);
  const queries = useQueryClient();
  const go = useGo();
  const [state, setState] = usePageState(document);
  useEffect(() => {
    if (plot) setState((held) => ({ ...held, plot: plot.id }));
  }, [plot, setState]);
  const overview = useMemo(
    () => (table.overview ? () => queries.ensureQueryData(tableOverviewQuery(table.id)) : undefined),
    [queries, table.id, table.overview],
  );
  if (!engine) return <RowsSkeleton />;
  return (
    <div className={classes.page}>
      <PageView
        document={document}
        table={table}
        engine={engine}
        state={state}
        onState={setState}
        overview={overview}
        surround={browseSurroundQuery}
        onPicture={onPicture}
        onMend={(id) => go(`/plots/${document.plots.findIndex((one) => one.id === id)}`)}
        meanwhile={<RowsSkeleton />}
      />
    </div>
  );
}

/** The state of the preview. A filter with a new default starts with it. */
function usePageState(document: PageDocument) {
  const [state, setState] = useState<PageState>(() => firstState(document));
  const before = useRef(document);
  useEffect(() => {
    if (before.current === document) return;
    const [old, now] = [filtersOf(before.current), filtersOf(document)];
    before.current = document;
    const changed = document.filters.filter(({ id }) => JSON.stringify(own(old, id)) !== JSON.stringify(own(now, id)));
    if (changed.length === 0) return;
    setState((held) => {
      const filters = blank(held.filters);
      for (const { id } of changed) {
        const begun = own(now, id);
        if (begun === undefined) delete filters[id];
        else filters[id] = begun;
      }
      return { ...held, filters };
    });
  }, [document]);
  return [state, setState] as const;
}
