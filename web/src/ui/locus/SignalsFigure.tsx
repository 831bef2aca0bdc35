import { useMemo } from "react";
import { formatDecimal } from "@/lib/format/format";
import type { Region } from "@/lib/genome/region";
import { formatP } from "../chart/words";
import { ScrollRegion } from "../table/ScrollRegion";
import figure from "./figure.module.css";
import { SignalMark } from "./SignalMark";
import { colourOf, cross, shapeOf } from "./signals";
import signals from "./signals.module.css";
import type { LocusReport, LocusVariants } from "./types";

interface Props {
  locus: LocusReport;
  variants: LocusVariants;
  /** The part in view. */
  region: Region;
  onVariant?: ((index: number) => void) | undefined;
}

const size = { width: 960, top: 250, pip: 90, gap: 26, left: 52, right: 20, foot: 30 };
const height = size.top + size.gap + size.pip + size.foot;
const genomeWide = -Math.log10(5e-8);

/** A PIP below this is not drawn: nearly all variants have one. */
const leastPip = 0.001;

/** A round step for about `count` ticks. */
function stepOf(most: number, count: number): number {
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((by) => by * power).find((step) => step >= rough) ?? rough;
}

const ticksOf = (from: number, to: number, count: number) => {
  const step = stepOf(to - from, count);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
};

/** Association above, PIP below: signals by colour and shape, outliers as crosses. */
export function SignalsFigure({ locus, variants, region, onVariant }: Props) {
  const seen = useMemo(
    () => variants.position.flatMap((at, i) => (at >= region.start && at <= region.end ? [i] : [])),
    [variants, region],
  );
  const most = 1.08 * Math.max(genomeWide, ...seen.map((i) => variants.neg_log_10_p_value[i] ?? 0));
  const x = (at: number) =>
    size.left + ((at - region.start) / Math.max(1, region.end - region.start)) * (size.width - size.left - size.right);
  const y = (value: number) => size.top * (1 - value / most) + 8;
  const floor = size.top + size.gap + size.pip;
  const pipY = (pip: number) => floor - pip * size.pip;
  const label = (i: number) =>
    [
      variants.rsid[i] || `${locus.region.split(":")[0]}:${variants.position[i]}`,
      `P ${formatP(variants.neg_log_10_p_value[i])}`,
      variants.pip[i] == null ? undefined : `PIP ${formatDecimal(variants.pip[i] ?? 0, 3)}`,
      variants.r[i] == null ? undefined : `r² ${formatDecimal((variants.r[i] ?? 0) ** 2, 2)}`,
      variants.credible_set[i] ? `signal ${variants.credible_set[i]}` : undefined,
      variants.outlier[i] ? "outlier" : undefined,
    ]
      .filter(Boolean)
      .join(", ");
  const ordered = [...seen].sort((a, b) => (variants.credible_set[a] ?? 0) - (variants.credible_set[b] ?? 0));
  const many = locus.credible_sets.length;
  return (
    <ScrollRegion label="Signals, figure" className={`${signals.signals} ${figure.figure}`}>
      <p className={figure.legend}>
        {locus.credible_sets.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a signal is its number
          <span key={i}>
            <SignalMark signal={i + 1} />
            signal {i + 1}
          </span>
        ))}
        {locus.n_outliers > 0 && <span className={figure.outlierKey}>× outlier</span>}
      </p>
      <svg
        viewBox={`0 0 ${size.width} ${height}`}
        role="img"
        aria-label={`Signals of the locus: ${many} credible ${many === 1 ? "set" : "sets"}, ${locus.n_outliers} outliers. The table below has the same.`}
        className={figure.svg}
      >
        {ticksOf(0, most, 5).map((tick) => (
          <g key={tick}>
            <line className={figure.grid} x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text className={figure.tick} x={size.left - 8} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <line
          className={figure.threshold}
          x1={size.left}
          x2={size.width - size.right}
          y1={y(genomeWide)}
          y2={y(genomeWide)}
        />
        <text className={figure.tick} transform={`translate(14 ${size.top / 2}) rotate(-90)`} textAnchor="middle">
          −log10 P
        </text>
        {ordered.map((i) => (
          <Point
            key={i}
            d={
              variants.outlier[i]
                ? cross(5)
                : shapeOf(variants.credible_set[i] ?? 0, variants.credible_set[i] ? 5.5 : 2.6)
            }
            x={x(variants.position[i] ?? 0)}
            y={y(variants.neg_log_10_p_value[i] ?? 0)}
            signal={variants.credible_set[i] ?? 0}
            outlier={variants.outlier[i] ?? false}
            label={label(i)}
            onClick={onVariant && (() => onVariant(i))}
          />
        ))}
        {[0, 0.5, 1].map((tick) => (
          <g key={tick}>
            <line className={figure.grid} x1={size.left} x2={size.width - size.right} y1={pipY(tick)} y2={pipY(tick)} />
            <text className={figure.tick} x={size.left - 8} y={pipY(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <text
          className={figure.tick}
          transform={`translate(14 ${floor - size.pip / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          PIP
        </text>
        {ordered
          .filter((i) => (variants.pip[i] ?? 0) >= leastPip)
          .map((i) => {
            const at = x(variants.position[i] ?? 0);
            const top = pipY(variants.pip[i] ?? 0);
            const signal = variants.credible_set[i] ?? 0;
            return (
              <g key={i}>
                <line x1={at} x2={at} y1={floor} y2={top} stroke={colourOf(signal)} strokeWidth={1.5} />
                <Point
                  d={shapeOf(signal, signal ? 4.5 : 2.6)}
                  x={at}
                  y={top}
                  signal={signal}
                  outlier={false}
                  label={label(i)}
                />
              </g>
            );
          })}
        {ticksOf(region.start / 1e6, region.end / 1e6, 6).map((tick) => (
          <text key={tick} className={figure.tick} x={x(tick * 1e6)} y={height - 8} textAnchor="middle">
            {Number(tick.toFixed(3))}
          </text>
        ))}
        <text className={figure.tick} x={4} y={height - 8}>
          Mb
        </text>
      </svg>
    </ScrollRegion>
  );
}

interface PointProps {
  d: string;
  x: number;
  y: number;
  signal: number;
  outlier: boolean;
  label: string;
  onClick?: (() => void) | undefined;
}

/** A variant. The keyboard chooses variants in the table and in the figure above. */
function Point({ d, x, y, signal, outlier, label, onClick }: PointProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same for the keyboard
    <path
      d={d}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      fill={outlier ? "none" : colourOf(signal)}
      className={outlier ? figure.outlier : undefined}
      opacity={signal || outlier ? 1 : 0.55}
      onClick={onClick}
    >
      <title>{label}</title>
    </path>
  );
}
