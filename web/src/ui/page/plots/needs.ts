/** What a plot lacks before it can be drawn: a list to work through in place of an empty figure. */
import type { Plot } from "@/lib/document/document";

export interface Known {
  /** By id; a column that is gone is not among them. */
  readonly titles: ReadonlyMap<string, string>;
}

/** What each kind of plot reads, in words. */
function partsOf(plot: Plot): [what: string, column: string | undefined][] {
  const strength: [string, string] = ["P value", "y" in plot && "is" in plot.y ? plot.y.column : ""];
  switch (plot.type) {
    case "manhattan":
    case "region":
      return [["chromosome", plot.place.chromosome], ["position", plot.place.position], strength, ["name", plot.name]];
    case "qq":
      return [strength];
    case "volcano":
      return [["effect", plot.x.column], strength, ["name", plot.name]];
    case "phewas":
      return [strength, ["name", plot.name], ["group", plot.group], ["effect", plot.beta]];
    case "heatmap":
      return [
        ["columns", plot.column.column],
        ["rows", plot.row.column],
        ["colour", plot.value.column],
        ["circle", plot.circle?.column],
      ];
    case "forest":
      return [
        ["name", plot.name],
        ["estimate", plot.estimate.column],
        ["interval", Object.values(plot.interval)[0]],
        ["group", plot.group],
      ];
    case "scatter":
      return [
        ["x axis", plot.x.column],
        ["y axis", plot.y.column],
        ["colour", plot.colour],
        ["size", plot.size],
      ];
    case "bar":
      return [
        ["category", plot.category.column],
        ["value", plot.as === "count" ? undefined : (plot.value?.column ?? "")],
        ["colour", plot.colour],
      ];
    case "box":
      return [
        ["category", plot.category.column],
        ["value", plot.value.column],
      ];
    case "histogram":
      return [
        ["value", plot.value.column],
        ["colour", plot.colour],
      ];
    case "score":
      return [["name", plot.name], ...plot.parts.map(({ column }): [string, string] => ["part", column])];
  }
}

/** Whole sentences; none when the plot can be drawn. */
export function needsOf(plot: Plot, { titles }: Known): string[] {
  return partsOf(plot).flatMap(([what, column]) => {
    if (column === undefined) return [];
    if (column === "") return [`Choose the column for ${what}.`];
    return titles.has(column) ? [] : [`The column for ${what}, “${column}”, is missing: choose another.`];
  });
}
