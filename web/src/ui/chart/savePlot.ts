/** Saves what a card shows as a file; loaded when it is asked for. */
import { type Figure, toPng, toSvg } from "./exportFigure";
import { figureSource } from "./figureSource";
import { fileNameOf, saveBlob } from "./saveFile";
import type { Twin } from "./TwinTable";

export type PlotFile = "png" | "svg" | "tsv";

/** `of` is the source of the figure; undefined for the name of the page. */
export async function savePlot(
  kind: PlotFile,
  { title, twin, figure, of }: { title: string; twin: Twin; figure: Figure | undefined; of: string | undefined },
): Promise<void> {
  const name = fileNameOf(figure?.title ?? title, kind);
  if (kind === "tsv") return saveBlob(new Blob([twinText(twin)], { type: "text/tab-separated-values" }), name);
  if (!figure) return;
  const source = figureSource(of);
  const svg = async () => new Blob([await toSvg(figure, source)], { type: "image/svg+xml" });
  saveBlob(kind === "png" ? await toPng(figure, source) : await svg(), name);
}

/** A number as programs read it: a hyphen as its sign, no commas between thousands, nothing where it is missing. */
function plainNumber(cell: string): string {
  return cell === "–" ? "" : cell.replaceAll("−", "-").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
}

/** The table as tab-separated text with a header line. */
export function twinText(twin: Twin): string {
  const plain = (cell: string, i: number) => (twin.columns[i]?.kind === "number" ? plainNumber(cell) : cell);
  const lines = [twin.columns.map((column) => column.name), ...twin.rows.map((row) => row.map(plain))];
  return `${lines.map((line) => line.map((cell) => cell.replace(/[\t\n]/g, " ")).join("\t")).join("\n")}\n`;
}
