import { Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import type { Painter } from "@/ui/chart/exportFigure";
import {
  domainOf,
  type Estimate,
  type Forest,
  forestHeight,
  forestKeys,
  forestTwin,
  interval,
  paintForest,
  ticksOf,
} from "@/ui/chart/forest";
import { PlotCard } from "@/ui/chart/PlotCard";
import { linear, type Scale } from "@/ui/chart/scale";
import { formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./forest.module.css";

/** One line of the table. */
export interface ForestRow extends Estimate {
  key: string;
  note?: string | undefined;
  /** The page of the result. */
  address?: string | undefined;
  n?: number | null | undefined;
  eaf?: number | null | undefined;
  /** Share of the combined estimate, 0 to 1. */
  weight?: number | undefined;
  /** Why there is no effect. */
  missing?: string | undefined;
  /** Combined: a diamond. */
  pooled?: boolean;
}

interface Props {
  title: string;
  aside?: ReactNode;
  rows: readonly ForestRow[];
  /** "OR of T" */
  measure: string;
  ratio: boolean;
  weights: boolean;
  note?: ReactNode;
}

const width = 240;
const height = 20;
const saved = 760;
const z95 = 1.959963984540054;

/** Effects under each other with their intervals on one axis, as a table: every number can be read and copied. */
export function ForestTable({ title, aside, rows, measure, ratio, weights, note }: Props) {
  const forest = useMemo(() => forestOf(title, rows, measure, ratio), [title, rows, measure, ratio]);
  const twin = useMemo(() => forestTwin(forest), [forest]);
  const paint = useCallback<Painter>((pen, at, tokens) => paintForest(forest, pen, at, tokens), [forest]);
  const x = useMemo(() => linear(domainOf(forest), [6, width - 6]), [forest]);
  const tall = forestHeight(forest, saved);
  return (
    <PlotCard
      title={title}
      aside={aside}
      height={tall}
      twin={twin}
      note={note}
      figure={() => ({
        title: `Forest plot, ${title}`,
        size: { width: saved, height: tall },
        paint,
        legend: forestKeys,
      })}
    >
      <ScrollRegion label={`${title}, table`} className={classes.scroll}>
        <table className={`${shared.table} ${classes.table}`}>
          <Head measure={measure} weights={weights} />
          <tbody>
            {rows.map((row) => (
              <Line key={row.key} row={row} x={x} ratio={ratio} weights={weights} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={weights ? 4 : 3} />
              <td className={classes.figure}>
                <Axis forest={forest} x={x} />
              </td>
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </PlotCard>
  );
}

function Head({ measure, weights }: { measure: string; weights: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">Result</th>
        <th scope="col" className={shared.number}>
          N
        </th>
        {weights && (
          <th scope="col" className={shared.number}>
            Weight
          </th>
        )}
        <th scope="col" className={shared.number}>
          EAF
        </th>
        <th scope="col">{measure}</th>
        <th scope="col" className={shared.number}>
          95 % CI
        </th>
        <th scope="col" className={shared.number}>
          P
        </th>
      </tr>
    </thead>
  );
}

interface LineProps {
  row: ForestRow;
  x: Scale;
  ratio: boolean;
  weights: boolean;
}

function Line({ row, x, ratio, weights }: LineProps) {
  const name = (
    <th scope="row" className={classes.name}>
      {row.address ? <Link to={row.address}>{row.name}</Link> : row.name}
      {row.note && <span className={classes.note}>{row.note}</span>}
    </th>
  );
  if (row.missing) {
    return (
      <tr>
        {name}
        <td colSpan={weights ? 6 : 5} className={classes.missing}>
          {row.missing}
        </td>
      </tr>
    );
  }
  return (
    <tr className={row.pooled ? classes.pooled : undefined}>
      {name}
      <Told label="N" value={row.n == null ? unknown : formatCount(Math.round(row.n))} />
      {weights && (
        <Told label="Weight" value={row.weight === undefined ? unknown : `${formatDecimal(row.weight * 100, 1)} %`} />
      )}
      <Told label="EAF" value={formatFrequency(row.eaf)} />
      <td className={classes.figure}>
        <Mark row={row} x={x} />
      </td>
      <td className={`${shared.number} ${classes.interval}`}>{interval(row, ratio)}</td>
      <td className={`${shared.number} ${shared.mono}`} data-label="P">
        {formatP(row.negLog10P)}
      </td>
    </tr>
  );
}

const unknown = "–";

/** A number with its label on a phone, where unknown values are left out. */
function Told({ label, value }: { label: string; value: string }) {
  return (
    <td className={value === unknown ? `${shared.number} ${classes.unknown}` : shared.number} data-label={label}>
      {value}
    </td>
  );
}

/** A square whose area follows the weight with its interval, or a diamond; the line is no effect. */
function Mark({ row: { beta, se, weight, pooled }, x }: { row: ForestRow; x: Scale }) {
  const zero = x.map(0);
  const middle = height / 2;
  const side = weight === undefined ? 6 : 4 + 7 * Math.sqrt(weight);
  const known = beta !== undefined && se !== undefined;
  const [low, at, high] = known ? [x.map(beta - z95 * se), x.map(beta), x.map(beta + z95 * se)] : [0, 0, 0];
  return (
    <svg className={classes.mark} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <line className={classes.zero} x1={zero} x2={zero} y1={0} y2={height} />
      {known && !pooled && <line className={classes.reach} x1={low} x2={high} y1={middle} y2={middle} />}
      {known && !pooled && (
        <rect className={classes.square} x={at - side / 2} y={middle - side / 2} width={side} height={side} />
      )}
      {known && pooled && (
        <polygon
          className={classes.diamond}
          points={`${low},${middle} ${at},${middle - 6} ${Math.max(high, low + 4)},${middle} ${at},${middle + 6}`}
        />
      )}
    </svg>
  );
}

function Axis({ forest, x }: { forest: Forest; x: Scale }) {
  return (
    <svg className={classes.mark} viewBox={`0 0 ${width} 22`} width={width} height={22} aria-hidden="true">
      {ticksOf(forest, x).map(({ at, label }) => (
        <g key={label}>
          <line className={classes.tick} x1={x.map(at)} x2={x.map(at)} y1={0} y2={4} />
          <text className={classes.tickText} x={x.map(at)} y={16} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}

function forestOf(title: string, rows: readonly ForestRow[], measure: string, ratio: boolean): Forest {
  return {
    title,
    studies: rows.filter(({ pooled }) => !pooled),
    combined: rows.filter(({ pooled }) => pooled),
    oddsRatio: ratio,
    measure,
  };
}
