import { useCallback, useEffect, useRef } from "react";
import { plural } from "@/lib/format/format";
import { Card } from "../Card";
import type { Figure } from "../chart/exportFigure";
import { late } from "../state/late";
import { Notice } from "../state/Notice";
import { PageTable } from "./PageTable";
import { goneColumns, type PageProps } from "./page";
import classes from "./page.module.css";

const Markdown = late(() => import("../Markdown").then((part) => part.Markdown));
const FilterBar = late(() => import("./FilterBar").then((part) => part.FilterBar));
const PagePlots = late(() => import("./PagePlots").then((part) => part.PagePlots));

export interface PageViewProps extends PageProps {
  /** Handed what makes a PNG of the page for a gallery. */
  onPicture?: ((make: () => Promise<Blob>) => void) | undefined;
  /** Words above the page; absent where the page around it has them. */
  about?: boolean;
}

/**
 * A page as in its document: about, filters, plots, table. The same in the builder, published and
 * embedded.
 */
export function PageView({ onPicture, about = true, ...page }: PageViewProps) {
  const { document, table } = page;
  const gone = goneColumns(document, table);
  const figures = useRef(new Map<string, () => Figure | undefined>());
  const onFigure = useCallback((plot: string, figure: () => Figure | undefined) => {
    figures.current.set(plot, figure);
  }, []);
  useEffect(() => onPicture?.(async () => (await import("./picture")).pagePicture(page, figures.current)));
  return (
    <div className={classes.page}>
      {about && document.about.trim() && (
        <Card>
          <Markdown text={document.about} />
        </Card>
      )}
      {gone.length > 0 && (
        <Notice
          tone="warn"
          title={`${plural(gone.length, "column")} of this page ${gone.length === 1 ? "is" : "are"} missing from its table`}
        >
          {gone.map(({ source, title }) => (title === source ? title : `${title} (${source})`)).join(", ")}. Parts that
          do not need {gone.length === 1 ? "it" : "them"} are shown.
        </Notice>
      )}
      <FilterBar {...page} />
      <PagePlots {...page} onFigure={onPicture && onFigure} />
      <PageTable {...page} />
    </div>
  );
}
