/** A Manhattan plot of many rows as a page draws it, and the same points as a plain SVG: what `run.mjs` measures. */
import "@/theme/base.css";
import "@mantine/core/styles.layer.css";
import "@/theme/tokens.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import type { Plot } from "@/lib/document/document";
import { packed } from "@/lib/engine/texts";
import { chromosomeLength } from "@/lib/genome/chromosomes";
import type { View } from "@/ui/chart/model";
import { ScatterPlot } from "@/ui/chart/ScatterPlot";
import { zoomBy } from "@/ui/chart/zoom";
import { Providers } from "@/ui/Providers";
import { drawManhattan } from "@/ui/page/plots/manhattanPlot";
import { PlotRows, readsOf } from "@/ui/page/plots/rows";

const plot = {
  id: "m",
  type: "manhattan",
  title: "Manhattan plot",
  place: { chromosome: "chromosome", position: "position" },
  y: { column: "p", is: "neg_log_10_p", label: "" },
  thresholds: [5e-8],
} satisfies Plot;

/** Rows spread over the genome, −log10 P under the null. */
function rowsOf(n: number): PlotRows {
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const lengths = Array.from({ length: 22 }, (_, i) => chromosomeLength("GRCh38", i + 1) ?? 0);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const codes = new Uint32Array(n);
  const position = new Float64Array(n);
  const strength = new Float64Array(n);
  let chromosome = 0;
  let before = 0;
  for (let i = 0; i < n; i++) {
    const at = ((i + 0.5) / n) * whole;
    while (at > before + (lengths[chromosome] ?? 0)) before += lengths[chromosome++] ?? 0;
    codes[i] = chromosome;
    position[i] = Math.ceil(at - before);
    strength[i] = -Math.log10(random());
  }
  const texts = lengths.map((_, i) => String(i + 1));
  const columns = [
    { type: "text" as const, codes, texts: packed(texts) },
    { type: "number" as const, numbers: position },
    { type: "number" as const, numbers: strength },
  ];
  return new PlotRows(readsOf(plot), { columns, rows: Uint32Array.from({ length: n }, (_, i) => i) }, new Map());
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const painted = async () => {
  await frame();
  await new Promise((resolve) => setTimeout(resolve));
};

function Manhattan({ model }: { model: ReturnType<typeof drawManhattan>["model"] }) {
  const whole = { x: model.x.domain, y: model.y.domain };
  const [view, setView] = useState<View | undefined>(zoomBy(model, whole, 3));
  return <ScatterPlot model={model} height={300} view={view} onView={setView} />;
}

/** Milliseconds until it is painted, and frames a second while the wheel moves it for two seconds. */
async function drawOurs(n: number): Promise<{ first: number; frames: number }> {
  const rows = rowsOf(n);
  const root = createRoot(document.getElementById("root") as HTMLElement);
  const from = performance.now();
  const { model } = drawManhattan(plot, rows, "GRCh38");
  root.render(
    <Providers>
      <Manhattan model={model} />
    </Providers>,
  );
  let surface: Element | null = null;
  while (!surface || (document.querySelector("canvas")?.width ?? 0) < 400) {
    await painted();
    surface = document.querySelector('[data-testid="plot-surface"]');
  }
  const first = performance.now() - from;
  const { left, top } = surface.getBoundingClientRect();
  let frames = 0;
  const began = performance.now();
  for (; performance.now() - began < 2000; frames++) {
    const way = frames % 60 < 30 ? 12 : -12;
    surface.dispatchEvent(
      new WheelEvent("wheel", { deltaX: way, clientX: left + 200, clientY: top + 90, bubbles: true, cancelable: true }),
    );
    await painted();
  }
  const seconds = (performance.now() - began) / 1000;
  root.unmount();
  return { first, frames: frames / seconds };
}

/** The same points as circles of one SVG, moved by its viewBox. */
async function drawSvg(n: number): Promise<{ first: number; frames: number }> {
  const { placed } = drawManhattan(plot, rowsOf(n), "GRCh38");
  const width = 1200;
  const scale = (3 * width) / (placed.x[placed.x.length - 1] as number);
  const root = document.getElementById("root") as HTMLElement;
  const from = performance.now();
  const circles = Array.from(
    placed.x,
    (x, i) =>
      `<circle cx="${(x * scale).toFixed(1)}" cy="${(290 - (placed.y[i] as number) * 35).toFixed(1)}" r="1.2"/>`,
  );
  root.innerHTML = `<svg width="${width}" height="300" viewBox="0 0 ${width} 300" fill="#2f4bd8">${circles.join("")}</svg>`;
  await painted();
  const first = performance.now() - from;
  const svg = root.firstElementChild as SVGElement;
  let frames = 0;
  let x = 0;
  const began = performance.now();
  for (; performance.now() - began < 2000; frames++) {
    x += frames % 60 < 30 ? 12 : -12;
    svg.setAttribute("viewBox", `${x} 0 ${width} 300`);
    await painted();
  }
  const seconds = (performance.now() - began) / 1000;
  root.innerHTML = "";
  return { first, frames: frames / seconds };
}

Object.assign(globalThis, { drawOurs, drawSvg });
