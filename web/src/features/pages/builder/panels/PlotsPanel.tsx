import { NativeSelect } from "@mantine/core";
import { addTo, moveIn, removeFrom, replaceIn } from "@/lib/document/change";
import type { PageDocument, Plot } from "@/lib/document/document";
import classes from "../builder.module.css";
import { plotKinds, suggestedPlots } from "../kinds/plots";
import type { PanelProps } from "../panel";
import { within } from "../problems";
import { ItemsPanel } from "./ItemsPanel";

/** The plots of the page, as tabs or one below the other. */
export function PlotsPanel({ document, problems, editing, change, onPlot }: PanelProps) {
  const there = new Set(document.plots.map(({ type }) => type));
  return (
    <div className={classes.panel}>
      <ItemsPanel<Plot>
        items={document.plots}
        kinds={plotKinds}
        pointer="/plots"
        add="Add a plot"
        suggested={suggestedPlots(editing().given).filter((type) => !there.has(type))}
        empty="Plots appear above the table and follow its filters."
        nameOf={({ title }) => title}
        editing={() => editing()}
        onOpen={onPlot}
        onAdd={(plot) => change((before) => addTo(before, "plots", plot))}
        onChange={(plot, about) => change((before) => replaceIn(before, "plots", plot), about)}
        onMove={(id, to) => change((before) => moveIn(before, "plots", id, to))}
        onRemove={({ id }) => change((before) => removeFrom(before, "plots", id))}
        more={(plot) => (
          <Readiness texts={within(problems, `/plots/${document.plots.indexOf(plot)}`).map(({ text }) => text)} />
        )}
      />
      {document.plots.length > 1 && (
        <NativeSelect
          label="Layout of plots"
          data={[
            { value: "tabs", label: "as tabs" },
            { value: "stacked", label: "one below the other" },
          ]}
          value={document.layout}
          onChange={({ currentTarget: { value } }) =>
            change((before) => ({ ...before, layout: value as PageDocument["layout"] }))
          }
        />
      )}
    </div>
  );
}

/** What a plot lacks before it can be drawn. */
function Readiness({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return <p className={classes.ready}>✓ Ready to draw</p>;
  return (
    <ul className={classes.lacks} aria-label="Missing for this plot">
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
