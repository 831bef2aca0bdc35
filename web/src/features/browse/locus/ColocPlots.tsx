import type { Colocalisation } from "@/api/browse/locus";
import { formatDecimal } from "@/lib/format/format";
import { colourOf, shapeOf } from "@/ui/locus/signals";
import classes from "./locus.module.css";

const size = 360;
const edge = 44;
/** Pixels above the sensitivity plot for its legend. */
const legend = 44;

/** A linear scale with room at both ends. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  return { low, high, at: (value: number) => from + ((value - low) / (high - low)) * (to - from) };
}

/** z against z, or −log10 P against −log10 P (LocusCompare), coloured by the signals of the first result. */
export function ZPlot({ data, kind }: { data: Colocalisation; kind: "z" | "p" }) {
  const { points } = data;
  const first = kind === "z" ? points.z_first : points.neg_log_10_p_first;
  const second = kind === "z" ? points.z_second : points.neg_log_10_p_second;
  const known = first.flatMap((a, i) => {
    const b = second[i];
    return a == null || b == null ? [] : [{ i, a, b, signal: points.set_first[i] ?? 0 }];
  });
  const x = scale(
    known.map(({ a }) => a),
    edge,
    size - 12,
  );
  const y = scale(
    known.map(({ b }) => b),
    size - edge,
    12,
  );
  const unit = kind === "z" ? "z" : "−log10 P";
  const ordered = [...known].sort((a, b) => a.signal - b.signal);
  return (
    <svg
      className={classes.svg}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`${unit} of ${known.length} variants in both results`}
    >
      <line className={classes.axis} x1={edge} x2={size - 12} y1={y.at(0)} y2={y.at(0)} />
      <line className={classes.axis} x1={x.at(0)} x2={x.at(0)} y1={12} y2={size - edge} />
      {[x.low, x.high].map((tick) => (
        <text
          key={tick}
          className={classes.tick}
          x={x.at(tick)}
          y={size - edge + 16}
          textAnchor={tick === x.high ? "end" : "start"}
        >
          {formatDecimal(tick, 1)}
        </text>
      ))}
      {[y.low, y.high].map((tick) => (
        <text key={tick} className={classes.tick} x={edge - 6} y={y.at(tick) + 4} textAnchor="end">
          {formatDecimal(tick, 1)}
        </text>
      ))}
      {ordered.map(({ i, a, b, signal }) => (
        <path
          key={i}
          d={shapeOf(signal, signal ? 5 : 2.6)}
          fill={colourOf(signal)}
          opacity={signal ? 1 : 0.55}
          transform={`translate(${x.at(a).toFixed(1)} ${y.at(b).toFixed(1)})`}
        >
          <title>{`${points.variant[i]}, ${unit} ${formatDecimal(a, 2)} and ${formatDecimal(b, 2)}`}</title>
        </path>
      ))}
      <text className={classes.tick} x={(size + edge) / 2} y={size - 8} textAnchor="middle">
        {unit}, {data.first.title}
      </text>
      <text className={classes.tick} transform={`translate(12 ${(size - edge) / 2}) rotate(-90)`} textAnchor="middle">
        {unit}, {data.second.title}
      </text>
    </svg>
  );
}

type Pair = Colocalisation["comparison"]["pairs"][number];

const lines = [
  { h: 3, name: "H3 distinct", colour: colourOf(2), dash: "6 4" },
  { h: 4, name: "H4 shared", colour: colourOf(1), dash: undefined },
];

/** How the posterior of H3 and H4 depends on the prior p12. */
export function Sensitivity({ pair, p12 }: { pair: Pair; p12: number }) {
  const logs = pair.sensitivity.map((row) => Math.log10(row.p12));
  const [from, to] = [Math.min(...logs), Math.max(...logs)];
  const x = (value: number) => edge + ((Math.log10(value) - from) / (to - from || 1)) * (size - edge - 16);
  const y = (value: number) => size - edge - value * (size - edge - legend);
  return (
    <svg
      className={classes.svg}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`Sensitivity to p12. ${sensitivityWords(pair)}`}
    >
      {[0, 0.5, 1].map((tick) => (
        <g key={tick}>
          <line className={classes.axis} x1={edge} x2={size - 16} y1={y(tick)} y2={y(tick)} />
          <text className={classes.tick} x={edge - 6} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      <line className={classes.axis} x1={x(p12)} x2={x(p12)} y1={y(0)} y2={y(1)} strokeDasharray="2 3" />
      {lines.map(({ h, name, colour, dash }) => (
        <g key={name}>
          <polyline
            fill="none"
            stroke={colour}
            strokeWidth={2.5}
            strokeDasharray={dash}
            points={pair.sensitivity.map((row) => `${x(row.p12)},${y(row.posterior[h] ?? 0)}`).join(" ")}
          />
          <text className={classes.tick} x={edge + 8} y={h === 4 ? 14 : 30} style={{ fill: colour }}>
            {dash ? "- - " : "— "}
            {name}
          </text>
        </g>
      ))}
      {[10 ** from, 10 ** to].map((tick, i) => (
        <text key={tick} className={classes.tick} x={x(tick)} y={size - edge + 16} textAnchor={i ? "end" : "start"}>
          {tick.toExponential(0)}
        </text>
      ))}
      <text className={classes.tick} x={(size + edge) / 2} y={size - 8} textAnchor="middle">
        Prior p12 (dotted: used)
      </text>
    </svg>
  );
}

/** The same in words, for those who do not see the plot. */
function sensitivityWords({ sensitivity }: Pair): string {
  return sensitivity
    .map(({ p12, posterior }) => `p12 ${p12.toExponential(1)}: H4 ${formatDecimal(posterior[4] ?? 0, 2)}`)
    .join("; ");
}
