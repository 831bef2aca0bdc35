/** Colours of figures. The page's follow the theme; files are always drawn in the light ones, on white. */
import type { Tone } from "./model";

export interface ChartTokens {
  readonly surface: string;
  readonly line: string;
  readonly strong: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly first: string;
  readonly second: string;
  readonly highlight: string;
  /** For series in an order. */
  readonly ramp1: string;
  readonly ramp2: string;
  readonly ramp3: string;
  readonly ramp4: string;
  /** r² from 0 to 1 in five steps. */
  readonly ld: readonly string[];
  readonly recombination: string;
  readonly gene: string;
  readonly brand: string;
}

export const paper: ChartTokens = {
  surface: "#ffffff",
  line: "#e3e6eb",
  strong: "#cfd5dd",
  text: "#16202c",
  muted: "#5b6776",
  faint: "#677384",
  first: "#2f4bd8",
  second: "#8590a6",
  highlight: "#d1495b",
  ramp1: "#4c1f04",
  ramp2: "#7b3806",
  ramp3: "#a6590e",
  ramp4: "#cd7a18",
  ld: ["#8b93ad", "#1f6cb3", "#12a184", "#b26a03", "#6b2a00"],
  recombination: "#8193ae",
  gene: "#34465e",
  brand: "#2f4bd8",
};

/** Reads the theme's variables of `element`; missing ones use the values for paper. */
export function tokensOf(element: Element): ChartTokens {
  const style = getComputedStyle(element);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    surface: read("--co-surface", paper.surface),
    line: read("--co-line", paper.line),
    strong: read("--co-line-strong", paper.strong),
    text: read("--co-text", paper.text),
    muted: read("--co-muted", paper.muted),
    faint: read("--co-faint", paper.faint),
    first: read("--co-plot-1", paper.first),
    second: read("--co-plot-2", paper.second),
    highlight: read("--co-plot-hit", paper.highlight),
    ramp1: read("--co-plot-ramp-1", paper.ramp1),
    ramp2: read("--co-plot-ramp-2", paper.ramp2),
    ramp3: read("--co-plot-ramp-3", paper.ramp3),
    ramp4: read("--co-plot-ramp-4", paper.ramp4),
    ld: paper.ld.map((colour, step) => read(`--co-ld-${step + 1}`, colour)),
    recombination: read("--co-plot-recombination", paper.recombination),
    gene: read("--co-plot-gene", paper.gene),
    brand: read("--co-brand", paper.brand),
  };
}

export const colorOf = (tokens: ChartTokens, tone: Tone): string => tokens[tone];
