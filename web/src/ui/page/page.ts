/** What all parts of a drawn page are handed. */

import type { Filter, PageDocument, Plot } from "@/lib/document/document";
import { titledColumns } from "@/lib/document/ids";
import type { PageState } from "@/lib/document/pageState";
import type { TableInfo } from "@/lib/document/table";
import type { Engine, FilterValue } from "@/lib/engine/engine";
import type { Region } from "@/lib/genome/region";
import type { BrowseBuild } from "@/lib/route/browse-address";
import type { ManhattanData, QqData } from "../chart/plotData";
import type { RegionQuery } from "../region/useRegionAnswer";

export interface PageProps {
  document: PageDocument;
  table: TableInfo;
  /** Has received the document. */
  engine: Engine;
  state: PageState;
  onState: (state: PageState) => void;
  /** Opens the place where an incomplete plot can be fixed; absent for readers. */
  onMend?: ((plot: string) => void) | undefined;
  /** The reduced plots of the whole table, where the server has them. */
  overview?: ((signal: AbortSignal) => Promise<{ manhattan: ManhattanData; qq: QqData }>) | undefined;
  /** What the server knows of a region besides the table: genes, recombination, LD to a variant. */
  surround?:
    | ((
        region: Region,
        build: BrowseBuild,
        /** `from` names LD data; without it that which serves most. */
        ld: { to: string | undefined; from: string | undefined },
      ) => ReturnType<RegionQuery>)
    | undefined;
}

/** Titles of the columns that are there, by id. */
export function titlesOf(document: PageDocument, table: TableInfo): ReadonlyMap<string, string> {
  const sources = new Set(table.columns.map(({ source }) => source));
  const gone = new Set(document.columns.filter(({ source }) => !sources.has(source)).map(({ id }) => id));
  return new Map(titledColumns(document).flatMap(({ id, title }) => (gone.has(id) ? [] : [[id, title] as const])));
}

/** Columns of the document that the table does not have. */
export function goneColumns(document: PageDocument, table: TableInfo) {
  const sources = new Set(table.columns.map(({ source }) => source));
  return document.columns.filter(({ source }) => !sources.has(source));
}

/** What a plot without a title is called. */
const names: Record<Plot["type"], string> = {
  manhattan: "Manhattan",
  qq: "QQ",
  region: "Region",
  volcano: "Volcano",
  phewas: "PheWAS",
  heatmap: "Heat map",
  forest: "Forest",
  scatter: "Scatter",
  bar: "Bars",
  box: "Boxes",
  histogram: "Histogram",
  score: "Score",
};

export const plotName = (plot: Plot): string => plot.title || names[plot.type];

/** What the field of one filter is handed. */
export interface EditorProps {
  filter: Filter;
  value: FilterValue | undefined;
  page: PageProps;
  onChange: (value: FilterValue | undefined) => void;
}
