import { Tabs } from "@mantine/core";
import type { Plot } from "@/lib/document/document";
import { type PageProps, plotName } from "./page";
import classes from "./page.module.css";
import { PagePlot } from "./plots/PagePlot";

/** The plots of a page, one at a time or all of them. */
export function PagePlots(page: PageProps) {
  const { document, state, onState } = page;
  const { plots, layout } = document;
  if (plots.length === 0) return null;
  if (layout === "stacked" || plots.length === 1) {
    return (
      <div className={classes.stack}>
        {plots.map((plot) => (
          <PagePlot key={plot.id} plot={plot} page={page} />
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
          <Tabs.Tab key={plot.id} value={plot.id}>
            {plotName(plot)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {plots.map((plot) => (
        <Tabs.Panel key={plot.id} value={plot.id} pt="sm">
          {plot.id === shown.id && <PagePlot plot={plot} page={page} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
