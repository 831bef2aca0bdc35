import classes from "./chart.module.css";
import type { Facts, Size } from "./model";

interface Props {
  x: number;
  y: number;
  facts: Facts;
  /** Of the figure, to keep the tip inside. */
  size: Size;
}

const tipWidth = 230;

/** The facts of the point under the pointer or the focus, on the side where there is room. */
export function PlotTip({ x, y, facts, size }: Props) {
  const flips = x + 14 + tipWidth > size.width;
  const across = flips ? { right: Math.max(0, size.width - x + 14) } : { left: x + 14 };
  const down = y > size.height / 2 ? { bottom: Math.max(0, size.height - y - 16) } : { top: Math.max(0, y - 16) };
  return (
    <>
      <div className={classes.ring} style={{ left: x - 6, top: y - 6 }} />
      <div role="tooltip" className={classes.tip} style={{ ...across, ...down, maxWidth: tipWidth }}>
        <div className={classes.tipTitle}>{facts.title}</div>
        <dl className={classes.tipFacts}>
          {facts.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
