import type { ReactNode } from "react";
import { isCalculated } from "@/lib/document/ids";
import type { Cell, RangeAnswer, Row } from "@/lib/engine/engine";
import { type Part, type Shown, showCell } from "@/lib/engine/format";
import { formatCount } from "@/lib/format/format";
import { own } from "@/lib/own";
import { Copy } from "../action/Copy";
import type { PageProps } from "./page";
import classes from "./page.module.css";

/** What bars measure with, by column. */
export type Ranges = ReadonlyMap<string, RangeAnswer>;

interface Props {
  column: string;
  value: Cell;
  row: Row;
  /** Of columns among the cells of the row. */
  places: ReadonlyMap<string, number>;
  page: PageProps;
  ranges: Ranges;
  /** −log10 of a P value that is too small for a number. */
  strength: number | null;
}

/** A cell in its formats. */
export function CellView({ column, value, row, places, page, ranges, strength }: Props) {
  const formats = own(page.document.formats, column) ?? [];
  if (formats.length === 0 && strength === null && Number.isSafeInteger(value)) return formatCount(value as number);
  const range = ranges.get(column);
  const shown = showCell(value, formats, {
    cell: (id) => row.cells[places.get(id) ?? -1],
    neg_log_10: strength,
    calculated: isCalculated(page.document, column),
    ...(range ? { range } : {}),
  });
  return (
    <WithBar bar={shown.bar}>
      {shown.direction && <Direction way={shown.direction} />}
      <Body shown={shown} />
      {shown.copy !== undefined && <Copy value={shown.copy} what={shown.copy} />}
    </WithBar>
  );
}

function WithBar({ bar, children }: { bar: Shown["bar"]; children: ReactNode }) {
  if (!bar) return children;
  return (
    <span className={classes.cellBar}>
      <span className={classes.cellFill} data-negative={bar.negative} style={{ width: `${bar.width}%` }} />
      <span className={classes.cellText}>{children}</span>
    </span>
  );
}

const ways = { up: ["▲", "above zero"], down: ["▼", "below zero"], level: ["–", "zero"] } as const;

function Direction({ way }: { way: NonNullable<Shown["direction"]> }) {
  const [sign, words] = ways[way];
  return (
    <span className={classes.direction} data-way={way} role="img" aria-label={words}>
      {sign}
    </span>
  );
}

function Body({ shown: { parts, as, missing } }: { shown: Shown }) {
  if (missing) return <span className={classes.missing}>{parts[0]?.text}</span>;
  if (as === "text" || parts.length === 0) {
    return parts.map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: items may be alike and keep their order
      <span key={i}>
        {i > 0 && ", "}
        <PartView part={part} />
      </span>
    ));
  }
  return (
    <ul className={as === "list" ? classes.list : classes.chips}>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items may be alike and keep their order
        <li key={i} className={as === "chips" ? classes.chip : undefined}>
          <PartView part={part} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Characters kept on one line: dates, names and similar texts are not wrapped if a table is wide.
 */
const oneLine = 24;

function PartView({ part: { text, full, link } }: { part: Part }) {
  if (!link) {
    return (
      <span title={full} className={text.length > oneLine ? undefined : classes.whole}>
        {text}
      </span>
    );
  }
  return (
    <a
      href={link.href}
      title={full}
      className={link.as === "button" ? classes.linkButton : classes.link}
      {...(link.new_tab ? { target: "_blank" } : {})}
      rel="noopener noreferrer"
    >
      {text}
    </a>
  );
}
