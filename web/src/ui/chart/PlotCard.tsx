import { Button, Menu } from "@mantine/core";
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from "react";
import classes from "./chart.module.css";
import type { Figure } from "./exportFigure";
import type { PlotFile } from "./savePlot";
import { type Twin, TwinTable } from "./TwinTable";

/**
 * Receives a function that draws the figure of the card inside; undefined while nothing is drawn.
 * Absent if it is not needed.
 */
export const FigureListener = createContext<((figure: () => Figure | undefined) => void) | undefined>(undefined);

/** The source of a page's figures, as "North HF, QC run 2"; by default the name of the page. */
export const FigureOf = createContext<string | undefined>(undefined);

interface Props {
  title: string;
  /** Words at the right of the head: the figures that matter, or what can be done. */
  aside?: ReactNode;
  /** Controls of this figure, before those every figure has. */
  tools?: ReactNode;
  height: number;
  twin: Twin;
  /** What to save, asked for when it is saved; undefined while nothing is drawn. Absent where several figures share a card: then it is their table. */
  figure?: () => Figure | undefined;
  /** A sentence under the figure. */
  note?: ReactNode;
  id?: string | undefined;
  children: ReactNode;
}

/** The frame of every figure: head, table twin, and saving as PNG, SVG or table. */
export function PlotCard({ title, aside, tools, height, twin, figure, note, id, children }: Props) {
  const heading = useId();
  const [table, setTable] = useState(false);
  const [problem, setProblem] = useState<string>();
  const tell = useContext(FigureListener);
  const of = useContext(FigureOf);
  useEffect(() => {
    if (figure) tell?.(figure);
  }, [tell, figure]);

  async function save(kind: PlotFile): Promise<void> {
    setProblem(undefined);
    try {
      const { savePlot } = await import("./savePlot");
      await savePlot(kind, { title, twin, figure: figure?.(), of });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section className={classes.card} aria-labelledby={heading} id={id} tabIndex={id ? -1 : undefined}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        <div className={classes.aside}>{aside}</div>
        <div className={classes.tools}>
          {!table && tools}
          <Button size="compact-xs" variant="default" aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? "Plot" : "Table"}
          </Button>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button size="compact-xs" variant="default" aria-label={`Save ${title}`}>
                Save
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {figure && !table && <Menu.Item onClick={() => void save("png")}>Picture (PNG)</Menu.Item>}
              {figure && !table && <Menu.Item onClick={() => void save("svg")}>Drawing (SVG)</Menu.Item>}
              <Menu.Item onClick={() => void save("tsv")}>Table (TSV)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      <div className={classes.body}>
        {table ? <TwinTable twin={twin} height={height} /> : children}
        {problem && <p role="alert">{problem}</p>}
        {note && <div className={classes.note}>{note}</div>}
      </div>
    </section>
  );
}
