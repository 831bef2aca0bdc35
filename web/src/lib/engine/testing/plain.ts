import type { MathFunction, PageDocument, Step } from "../../document/document";
import type { Cell } from "../cell";

/** A column as a list of cells: how a plain walk over the rows works it out, without any of the engine's code. */
export interface Plain {
  type: string;
  cells: Cell[];
  gone?: boolean;
}

export const textOf = (cell: Cell): string | null => {
  if (cell === null) return null;
  return Array.isArray(cell) ? cell.join(", ") : String(cell);
};

const plainNumber = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
export const numberIn = (cell: Cell): number | null => {
  if (typeof cell === "number") return cell;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  const written = textOf(cell);
  const number = written !== null && plainNumber.test(written) ? Number(written) : Number.NaN;
  return Number.isFinite(number) ? number : null; // one that is too large is none
};

const orNothing = (result: Cell | undefined): Cell =>
  result === undefined || result === "" || (typeof result === "number" && !Number.isFinite(result)) ? null : result;

const isYes = (cell: Cell): boolean | null => {
  const word = textOf(cell)?.toLowerCase() ?? "";
  if (["yes", "true", "1"].includes(word)) return true;
  return ["no", "false", "0"].includes(word) ? false : null;
};

function mathOf(name: MathFunction, x: number): number {
  if (name === "exp2") return 2 ** x;
  if (name === "exp10") return 10 ** x;
  if (name === "neglog10") return 0 - Math.log10(x);
  if (name === "round") return Math.sign(x) * Math.round(Math.abs(x)) + 0;
  return Math[name](x) + 0;
}

/** The expressions of these documents: the type they have over columns of given types, and their value. */
const expressions: Record<
  string,
  [(type: (id: string) => string) => string | null, (cell: (id: string) => Cell) => Cell]
> = {
  "n + m": [
    (t) => (t("n") === "number" && t("m") === "number" ? "number" : null),
    (c) => (c("n") === null || c("m") === null ? null : Number(c("n")) + Number(c("m"))),
  ],
  "if(b, n, m)": [
    (t) => (t("b") === "boolean" && t("n") === t("m") ? t("n") : null),
    (c) => (c("b") === null ? null : c("b") ? c("n") : c("m")),
  ],
  'concat(t, "-", u)': [
    () => "text",
    (c) => (c("t") === null || c("u") === null ? null : `${textOf(c("t"))}-${textOf(c("u"))}`),
  ],
  "o1 + 1": [(t) => (t("o1") === "number" ? "number" : null), (c) => (c("o1") === null ? null : Number(c("o1")) + 1)],
  "coalesce(t, u)": [(t) => (t("t") === t("u") ? t("t") : null), (c) => c("t") ?? c("u")],
  gone: [() => null, () => null],
  "missing(l)": [() => "boolean", (c) => c("l") === null],
  "1 +": [() => null, () => null],
};

const namesIn = (expression: string) =>
  ["n", "m", "b", "t", "u", "o1", "l", "gone"].filter((id) =>
    new RegExp(`\\b${id}\\b`).test(expression.replace(/\w+\(/g, "(")),
  );

type Made = { type: string; of: (row: number) => Cell | Cell[] } | null;

function madeBy(step: Step, columns: ReadonlyMap<string, Plain>): Made {
  const cell = (id: string, row: number) => columns.get(id)?.cells[row] ?? null;
  const typeOf = (id: string) => columns.get(id)?.type ?? "";
  const reads =
    "input" in step
      ? [step.input]
      : step.type === "join"
        ? step.inputs
        : step.type === "score"
          ? step.scores.map((one) => one.column)
          : step.type === "expression"
            ? namesIn(step.expression)
            : [];
  if (reads.some((id) => !columns.has(id) || columns.get(id)?.gone)) return null;
  switch (step.type) {
    case "join":
      return {
        type: "text",
        of: (row) => {
          const parts = step.inputs.map((id) => textOf(cell(id, row)));
          if (step.missing === "missing" && parts.includes(null)) return null;
          return parts.reduce<string | null>(
            (all, part, at) =>
              part === null
                ? all
                : all === null
                  ? part
                  : all + (step.by[at - 1] ?? step.by[step.by.length - 1] ?? "") + part,
            null,
          );
        },
      };
    case "split":
      return {
        type: "text",
        of: (row) => {
          const whole = textOf(cell(step.input, row));
          const at = whole?.indexOf(step.by[0] as string) ?? -1;
          return whole === null || at < 0
            ? [whole, null]
            : [orNothing(whole.slice(0, at)), orNothing(whole.slice(at + 1))];
        },
      };
    case "neglog10":
      return {
        type: "number",
        of: (row) => {
          const p = numberIn(cell(step.input, row));
          if (p === 0 && step.zero === "smallest") return 323.3062153431158;
          return p === null || p <= 0 || p > 1 ? null : 0 - Math.log10(p);
        },
      };
    case "list_to_text":
      return {
        type: "text",
        of: (row) =>
          typeOf(step.input) === "list"
            ? ((cell(step.input, row) as string[] | null)?.join(step.by) ?? null)
            : textOf(cell(step.input, row)),
      };
    case "text_to_list":
      return {
        type: step.take === undefined ? "list" : "text",
        of: (row) => {
          const items = textOf(cell(step.input, row))
            ?.split(step.by)
            .map((item) => item.trim());
          if (step.take !== undefined) return orNothing(items?.[step.take - 1]);
          const full = items?.filter((item) => item !== "") ?? [];
          // A list is one cell, though it is an array: it is wrapped so that it is not taken for two outputs.
          return [full.length === 0 ? null : full];
        },
      };
    case "replace":
      return {
        type: "text",
        of: (row) =>
          orNothing(
            step.pairs.reduce((all, { from, to }) => all.split(from).join(to), textOf(cell(step.input, row)) ?? ""),
          ),
      };
    case "map":
      return {
        type: "text",
        of: (row) => {
          const from = textOf(cell(step.input, row));
          const pair = step.pairs.findLast((one) => one.from === from);
          return from === null ? null : orNothing(pair ? pair.to : step.other === "keep" ? from : null);
        },
      };
    case "score":
      return {
        type: "number",
        of: (row) => {
          const cells = step.scores.map(({ column: id }) => cell(id, row));
          if (cells.some((one) => one !== null && isYes(one) === null)) return null;
          const kept = cells.filter((one) => one !== null || step.missing === "no");
          const sum = kept.reduce<number>((all, one) => all + (one !== null && isYes(one) ? 2 : -1), 0);
          if (kept.length === 0) return null;
          return step.as === "mean" ? sum / kept.length : sum;
        },
      };
    case "math":
      return {
        type: "number",
        of: (row) => {
          const x = numberIn(cell(step.input, row));
          return x === null ? null : orNothing(mathOf(step.function, x));
        },
      };
    case "to_text":
      return { type: "text", of: (row) => textOf(cell(step.input, row)) };
    case "default": {
      const type = typeOf(step.input);
      const values: Record<string, Cell> = {
        number: numberIn(step.value),
        boolean: isYes(step.value),
        text: String(step.value),
        list: [String(step.value)],
      };
      return values[type] === null ? null : { type, of: (row) => [cell(step.input, row) ?? (values[type] as Cell)] };
    }
    case "expression": {
      const [type, of] = expressions[step.expression] as (typeof expressions)[string];
      const known = type(typeOf);
      return known === null ? null : { type: known, of: (row) => [orNothing(of((id) => cell(id, row)))] };
    }
    default:
      return null;
  }
}

/** Types that a step's outputs have though it makes nothing do not matter: nothing orders or filters by them. */
export function referenceCells(
  page: PageDocument,
  table: { id: string; type: string; cells: Cell[] }[],
): Map<string, Plain> {
  const columns = new Map<string, Plain>(table.map(({ id, type, cells }) => [id, { type, cells }]));
  const rows = table[0]?.cells.length ?? 0;
  for (const step of page.steps) {
    const found = madeBy(step, columns);
    const outputs = step.type === "split" ? step.outputs : [step.output];
    const values = Array.from({ length: rows }, (_, row) => found?.of(row) ?? null);
    outputs.forEach(({ id }, at) => {
      const cells = values.map((value) => (Array.isArray(value) ? (value[at] as Cell) : (value as Cell)) ?? null);
      columns.set(id, found ? { type: found.type, cells } : { type: "text", cells: cells.map(() => null), gone: true });
    });
  }
  return columns;
}
