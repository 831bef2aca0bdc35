/** The columns that a plot draws, row by row, and the facts of a row. */
import type { Plot } from "@/lib/document/document";
import { missingCode, type TextValues, type ValueColumn, type ValuesAnswer } from "@/lib/engine/engine";
import { textOf, unpacked } from "@/lib/engine/texts";
import { formatCount } from "@/lib/format/format";
import { formatValue } from "@/lib/format/format-number";
import type { Fact, Facts } from "../../chart/model";
import { formatP } from "../../chart/words";

/** −log10 P, whichever the column holds. */
export function strengthColumn({ column, is }: { column: string; is: "p" | "neg_log_10_p" }): ValueColumn {
  return is === "p" ? { neg_log_10: column } : column;
}

const nameOf = (column: ValueColumn): string =>
  typeof column === "string" ? column : `neg_log_10:${column.neg_log_10}`;

/** The columns that are asked for, each once. */
export function distinctColumns(columns: readonly (ValueColumn | undefined)[]): ValueColumn[] {
  const found = new Map<string, ValueColumn>();
  for (const column of columns) if (column) found.set(nameOf(column), column);
  return [...found.values()];
}

export class PlotRows {
  private readonly at: Map<string, ValuesAnswer["columns"][number]>;
  /** Rows of the table, counted from 0. */
  readonly rows: Uint32Array;

  constructor(
    asked: readonly ValueColumn[],
    answer: Pick<ValuesAnswer, "columns" | "rows">,
    /** Of columns, by id. */
    private readonly titles: ReadonlyMap<string, string>,
  ) {
    this.rows = answer.rows;
    this.at = new Map(asked.flatMap((column, i) => [[nameOf(column), answer.columns[i]] as const]).filter(hasValues));
  }

  get length(): number {
    return this.rows.length;
  }

  /** NaN where there is none; of a column of texts, their numbers. */
  numbers(column: ValueColumn): Float64Array {
    const values = this.at.get(nameOf(column));
    if (!values) return new Float64Array(this.length).fill(Number.NaN);
    if ("numbers" in values) return values.numbers;
    const numbers = unpacked(values.texts).map((text) => (text.trim() === "" ? Number.NaN : Number(text)));
    return Float64Array.from(values.codes, (code) => (code === missingCode ? Number.NaN : (numbers[code] as number)));
  }

  /** Undefined where there is none. */
  text(column: ValueColumn, i: number): string | undefined {
    const values = this.at.get(nameOf(column));
    if (!values) return undefined;
    if (!("numbers" in values)) {
      const code = values.codes[i] as number;
      return code === missingCode ? undefined : textOf(values.texts, code);
    }
    const number = values.numbers[i] as number;
    if (!Number.isFinite(number)) return undefined;
    return values.type === "boolean" ? String(number === 1) : String(number);
  }

  /** The different texts of a column with the index of each row's text; −1 for none. In natural order, unless there are very many. */
  groups(column: ValueColumn): { texts: string[]; of: Int32Array } {
    const values = this.at.get(nameOf(column));
    // Texts come with a list of what there is; only numbers have to be looked up one by one.
    const { found, raw } = values && !("numbers" in values) ? listed(values) : this.gathered(column);
    if (found.length > mostOrdered) return { texts: [...found], of: raw };
    const texts = inOrder(found);
    const rank = new Map(texts.map((text, i) => [text, i]));
    const ranks = Int32Array.from(found, (text) => rank.get(text) as number);
    for (let i = 0; i < raw.length; i++) raw[i] = ranks[raw[i] as number] ?? -1;
    return { texts, of: raw };
  }

  /**
   * The texts of a column, and for each row the index of its text: beyond the end for none. A text
   * may occur twice, or belong to no row.
   */
  listed(column: ValueColumn): { texts: readonly string[]; of: Uint32Array } {
    const values = this.at.get(nameOf(column));
    if (values && !("numbers" in values)) return { texts: unpacked(values.texts), of: values.codes };
    const { found, raw } = this.gathered(column);
    return { texts: found, of: new Uint32Array(raw.buffer) };
  }

  private gathered(column: ValueColumn): Gathered {
    const places = new Map<string, number>();
    const raw = Int32Array.from(this.rows, (_, i) => {
      const text = this.text(column, i);
      if (text === undefined) return -1;
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, places.size);
      return places.size - 1;
    });
    return { found: [...places.keys()], raw };
  }

  /** With columns that were read of the same rows later. */
  with(asked: readonly ValueColumn[], answer: Pick<ValuesAnswer, "columns">): PlotRows {
    const more = new PlotRows(asked, { columns: answer.columns, rows: this.rows }, this.titles);
    for (const [name, values] of this.at) more.at.set(name, values);
    return more;
  }

  title(column: string): string {
    return this.titles.get(column) ?? column;
  }

  /** "Row 12" where no column names the rows, and an ellipsis while it is read. */
  name(column: string | undefined, i: number): string {
    if (column && !this.at.has(column)) return "…";
    const text = column && this.text(column, i);
    return text || `Row ${formatCount((this.rows[i] as number) + 1)}`;
  }

  /** The facts of a row besides its axes. */
  hover(columns: readonly string[] | undefined, i: number): Fact[] {
    return (columns ?? []).flatMap((column): Fact[] => {
      const values = this.at.get(column);
      const value = values?.type === "number" ? formatValue(values.numbers[i]) : (this.text(column, i) ?? "–");
      return values ? [[this.title(column), value]] : [];
    });
  }
}

/**
 * A longer list of names is not sorted: no one searches it, and sorting a million names would block
 * the page for a minute.
 */
const mostOrdered = 10_000;

export const inOrder = (texts: readonly string[]): string[] => [...texts].sort(naturally.compare);

const naturally = new Intl.Collator("en", { numeric: true });

interface Gathered {
  found: readonly string[];
  /** For each row the place of its text; −1 for none. */
  raw: Int32Array<ArrayBuffer>;
}

/** Only texts that a row has, each once: the list may hold those of rows that did not pass, and a text twice. */
function listed({ codes, texts }: TextValues): Gathered {
  const place = new Int32Array(texts.ends.length).fill(-1);
  const found = new Map<string, number>();
  const placeOf = (text: string) => {
    const known = found.get(text) ?? found.size;
    found.set(text, known);
    return known;
  };
  const raw = new Int32Array(codes.length).fill(-1);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code === missingCode) continue;
    if ((place[code] as number) < 0) place[code] = placeOf(textOf(texts, code));
    raw[i] = place[code] as number;
  }
  return { found: [...found.keys()], raw };
}

function hasValues(
  entry: readonly [string, ValuesAnswer["columns"][number] | undefined],
): entry is readonly [string, ValuesAnswer["columns"][number]] {
  return entry[1] !== undefined;
}

/** Name, strength, and what was asked for besides. */
export function factsOf(
  rows: PlotRows,
  i: number,
  plot: { name?: string | undefined; hover?: readonly string[] | undefined },
  own: readonly Fact[],
): Facts {
  return { title: rows.name(plot.name, i), facts: [...own, ...rows.hover(plot.hover, i)] };
}

export const strengthFact = (negLog10P: number | undefined): Fact => ["P", formatP(negLog10P)];

/** Columns for labels and hover only: the figure of a long table is drawn before they are read. */
function toldOf(plot: Plot): ValueColumn[] {
  if (plot.type !== "manhattan" && plot.type !== "volcano" && plot.type !== "qq") return [];
  return distinctColumns(["name" in plot ? plot.name : undefined, ...(plot.hover ?? [])]);
}

/** The columns that a plot draws, and those for labels and hover only. */
export function readsApart(plot: Plot): { drawn: ValueColumn[]; told: ValueColumn[] } {
  const { name: _, hover: __, ...bare } = plot as Plot & { name?: string };
  const drawn = toldOf(plot).length > 0 ? distinctColumns(ownReads(bare as Plot)) : readsOf(plot);
  return { drawn, told: toldOf(plot).filter((column) => !drawn.includes(column)) };
}

/** Every column that a plot reads. */
export function readsOf(plot: Plot): ValueColumn[] {
  return distinctColumns([...ownReads(plot), ...(plot.hover ?? [])]);
}

function ownReads(plot: Plot): (ValueColumn | undefined)[] {
  switch (plot.type) {
    case "manhattan":
      return [plot.place.chromosome, plot.place.position, strengthColumn(plot.y), plot.name];
    case "qq":
      return [strengthColumn(plot.y)];
    case "region": {
      const { place, y, name, alleles } = plot;
      return [place.chromosome, place.position, strengthColumn(y), name, alleles?.effect, alleles?.other];
    }
    case "volcano":
      return [plot.x.column, strengthColumn(plot.y), plot.name];
    case "phewas":
      return [strengthColumn(plot.y), plot.name, plot.group, plot.beta];
    case "heatmap":
      return [plot.column.column, plot.row.column, plot.value.column, plot.circle?.column];
    case "forest":
      return [plot.name, plot.estimate.column, plot.group, ...Object.values(plot.interval)];
    case "scatter":
      return [plot.x.column, plot.y.column, plot.colour, plot.size, plot.name];
    case "bar":
      return [plot.category.column, plot.value?.column, plot.colour];
    case "box":
      return [plot.category.column, plot.value.column];
    case "histogram":
      return [plot.value.column, plot.colour];
    case "score":
      return [plot.name, ...plot.parts.map(({ column }) => column)];
  }
}
