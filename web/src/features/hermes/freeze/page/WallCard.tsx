import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import type { Freeze, FreezeCell, FreezeResult } from "@/api/hermes/freezes";
import { metaPlotQuery } from "@/api/hermes/meta";
import { formatCount, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import type { Painter } from "@/ui/chart/exportFigure";
import { FigureCanvas } from "@/ui/chart/FigureCanvas";
import classes from "../freeze.module.css";
import { useAncestryName } from "../matrix";
import { lociWords, sexName } from "../words";
import { paintSmall } from "./wall";

interface Figure {
  cell: FreezeCell;
  result: FreezeResult;
  id: string;
}

/** The complete main results of all cells, in the order of the plan. */
function figuresOf({ plan }: Freeze): Figure[] {
  return plan.cells.flatMap((cell) => {
    const result = cell.results[0];
    return result?.state === "done" && result.meta_id ? [{ cell, result, id: result.meta_id }] : [];
  });
}

/** A small Manhattan figure of every cell, drawn when it is scrolled into view. All have the same height of −log10 P. */
export function WallCard({ freeze }: { freeze: Freeze }) {
  const figures = useMemo(() => figuresOf(freeze), [freeze]);
  const ancestryName = useAncestryName();
  if (figures.length === 0) return null;
  const phenotype = (code: string) => freeze.plan.phenotypes.find((one) => one.code === code)?.description ?? code;
  return (
    <Card title="Manhattan wall" aside={plural(figures.length, "cell")} flush>
      <ul className={classes.wall}>
        {figures.map(({ cell, result, id }) => (
          <li key={id} className={classes.wallFigure}>
            <Link to="/hermes/ma/$id" params={{ id }} className={classes.wallName}>
              {phenotype(cell.phenotype)}, {ancestryName(cell.ancestry)}
              {cell.sex !== "both" && `, ${sexName(cell.sex).toLowerCase()}`}
            </Link>
            <span className={classes.cellLine}>
              {result.n_loci == null ? "–" : `${formatCount(result.n_loci)} ${lociWords(result.n_loci)}`}
            </span>
            <SmallManhattan id={id} name={`${phenotype(cell.phenotype)}, ${ancestryName(cell.ancestry)}`} />
          </li>
        ))}
      </ul>
      <p className={classes.cardNote}>Dashed: P = 5e-8. −log10 P above 20 is drawn at the top edge.</p>
    </Card>
  );
}

const height = 84;

/** Draws nothing and asks for nothing until its place is near the window. */
function SmallManhattan({ id, name }: { id: string; name: string }) {
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { data, error } = useQuery({ ...metaPlotQuery(id, "manhattan"), enabled: near });
  const paint = useCallback<Painter>((pen, size, tokens) => data && paintSmall(data, pen, size, tokens), [data]);
  return (
    <div ref={watch} className={classes.wallPlace} style={{ height }}>
      {data && <FigureCanvas paint={paint} height={height} label={`Manhattan plot: ${name}`} />}
      {error && <span className={classes.cellLine}>The figure is not available.</span>}
    </div>
  );
}
