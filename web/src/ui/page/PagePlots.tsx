import { Tabs } from "@mantine/core";
import { useCallback } from "react";
import type { Plot } from "@/lib/document/document";
import type { Figure } from "../chart/exportFigure";
import { FigureListener, FigureOf } from "../chart/PlotCard";
import { type PageProps, plotName } from "./page";
import classes from "./page.module.css";
import { PagePlot } from "./plots/PagePlot";

interface Props extends PageProps {
  /** Receives a function that draws a shown plot. */
  onFigure?: ((plot: string, figure: () => Figure | undefined) => void) | undefined;
}

/** The plots of a page, one at a time or all of them. */
export function PagePlots({ onFigure, ...page }: Props) {
  const { document, state, onState } = page;
  const { plots, layout } = document;
  if (plots.length === 0) return null;
  if (layout === "stacked" || plots.length === 1) {
    return (
      <div className={classes.stack}>
        {plots.map((plot) => (
          <Told key={plot.id} plot={plot} page={page} onFigure={onFigure} />
        ))}
      </div>
    );
  }
  const shown = plots.find(({ id }) => id === state.plot) ?? (plots[0] as Plot);
  return (
    <Tabs
      value={shown.id}
      onChange={(id) => onState({ ...state, plot: id === plots[0]?.id ? undefined : (id ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List aria-label="Plots">
        {plots.map((plot) => (
          <Tabs.Tab key={plot.id} value={plot.id} className={classes.plotTab}>
            {plotName(plot)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {plots.map((plot) => (
        <Tabs.Panel key={plot.id} value={plot.id} pt="sm">
          {plot.id === shown.id && <Told plot={plot} page={page} onFigure={onFigure} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface ToldProps extends Pick<Props, "onFigure"> {
  plot: Plot;
  page: PageProps;
}

function Told({ plot, page, onFigure }: ToldProps) {
  const tell = useCallback((figure: () => Figure | undefined) => onFigure?.(plot.id, figure), [onFigure, plot.id]);
  return (
    <FigureListener value={tell}>
      <FigureOf value={page.document.title || undefined}>
        <PagePlot plot={plot} page={page} />
      </FigureOf>
    </FigureListener>
  );
}
