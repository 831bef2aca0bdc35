import { useEffect, useRef } from "react";
import { plural } from "@/lib/format";
import { Card } from "../Card";
import { late } from "../late";
import { Notice } from "../Notice";
import { PageTable } from "./PageTable";
import { goneColumns, type PageProps } from "./page";
import classes from "./page.module.css";

const Markdown = late(() => import("../Markdown").then((part) => part.Markdown));
const FilterBar = late(() => import("./FilterBar").then((part) => part.FilterBar));
const PagePlots = late(() => import("./PagePlots").then((part) => part.PagePlots));

export interface PageViewProps extends PageProps {
  /** Handed what makes a PNG of the page as it stands: of its first plot. */
  onPicture?: ((make: () => Promise<Blob>) => void) | undefined;
  /** Words above the page; absent where the page around it has them. */
  about?: boolean;
}

/** A page as its document says: about, filters, plots, table. The same in the builder, published and embedded. */
export function PageView({ onPicture, about = true, ...page }: PageViewProps) {
  const { document, table } = page;
  const gone = goneColumns(document, table);
  const root = useRef<HTMLDivElement>(null);
  useEffect(
    () => onPicture?.(async () => (await import("./picture")).pagePicture({ document }, root.current)),
    [onPicture, document],
  );
  return (
    <div className={classes.page} ref={root}>
      {about && document.about.trim() && (
        <Card>
          <Markdown text={document.about} />
        </Card>
      )}
      {gone.length > 0 && (
        <Notice
          tone="warn"
          title={`${plural(gone.length, "column")} of this page ${gone.length === 1 ? "is" : "are"} not in its table any more`}
        >
          {gone.map(({ source, title }) => (title === source ? title : `${title} (${source})`)).join(", ")}. What does
          not need {gone.length === 1 ? "it" : "them"} is shown.
        </Notice>
      )}
      <FilterBar {...page} />
      <PagePlots {...page} />
      <PageTable {...page} />
    </div>
  );
}
