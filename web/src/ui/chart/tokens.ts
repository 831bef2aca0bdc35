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
}

export const paper: ChartTokens = {
  surface: "#ffffff",
  line: "#e3e6eb",
  strong: "#cfd5dd",
  text: "#16202c",
  muted: "#5b6776",
  faint: "#677384",
  first: "#2f4bd8",
  second: "#98a3b8",
  highlight: "#d1495b",
};

/** Reads the theme's variables as they stand on `element`; what the theme does not name is taken from paper. */
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
  };
}

export const colorOf = (tokens: ChartTokens, tone: Tone): string => tokens[tone];
