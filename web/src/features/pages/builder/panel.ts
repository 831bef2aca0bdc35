import type { Page } from "@/api/pages/pages";
import type { Table } from "@/api/pages/tables";
import type { PageDocument } from "@/lib/document/document";
import type { Prepared } from "@/lib/engine/engine";
import type { Editing } from "./fields/editing";
import type { Problems } from "./problems";
import type { Change } from "./usePageForm";

/** What every panel of the builder is given. */
export interface PanelProps {
  page: Omit<Page, "document">;
  document: PageDocument;
  table: Table;
  /** What the engine knows of the document; undefined until it has read the table. */
  prepared: Prepared | undefined;
  problems: Problems;
  /** Of fields before a step, or at the end of all. */
  editing: (step?: string) => Editing;
  change: Change;
  /** Shows the plot with an id on the page. */
  onPlot: (id: string) => void;
}
