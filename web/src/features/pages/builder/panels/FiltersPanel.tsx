import { addTo, moveIn, removeFrom, replaceIn } from "@/lib/document/change";
import type { Filter } from "@/lib/document/document";
import { filterKinds } from "../kinds/filters";
import type { PanelProps } from "../panel";
import { ItemsPanel } from "./ItemsPanel";

/** What readers can narrow the rows down by. */
export function FiltersPanel({ document, editing, change }: PanelProps) {
  return (
    <ItemsPanel<Filter>
      items={document.filters}
      kinds={filterKinds}
      pointer="/filters"
      add="Add a filter"
      empty="Readers use these to filter rows. Table and plots follow."
      nameOf={({ label }) => label}
      editing={() => editing()}
      onAdd={(filter) => change((before) => addTo(before, "filters", filter))}
      onChange={(filter, about) => change((before) => replaceIn(before, "filters", filter), about)}
      onMove={(id, to) => change((before) => moveIn(before, "filters", id, to))}
      onRemove={({ id }) => change((before) => removeFrom(before, "filters", id))}
    />
  );
}
