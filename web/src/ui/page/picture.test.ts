import { beforeEach, expect, test, vi } from "vitest";
import type { Plot } from "@/lib/document/document";
import { firstState } from "@/lib/document/pageState";
import { type PaintedFigure, toPng } from "../chart/exportFigure";
import type { Pen } from "../chart/pen";
import { paper } from "../chart/tokens";
import { pagePicture } from "./picture";
import { memoryDocument, memoryEngine, memoryInfo } from "./testing";

vi.mock("../chart/exportFigure", async (original) => ({ ...(await original<object>()), toPng: vi.fn() }));

const drawn = vi.mocked(toPng);
beforeEach(() => void drawn.mockReset().mockResolvedValue(new Blob(["png"])));

const table = { gene: ["TTN", "BAG3", null], p: [1e-20, 0.0123456, 0.5] };
const figure = (title: string, width = 640, height = 300): PaintedFigure => ({
  title,
  size: { width, height },
  legend: "drawn",
  paint: () => undefined,
});

function pageWith(plots: string[]) {
  const document = memoryDocument(table, {
    formats: { p: [{ type: "scientific", digits: 1 }] },
    table: { columns: ["gene", "p"], rows: 10, sort: { column: "p", descending: true } },
    plots: plots.map((id) => ({ id, type: "histogram", title: id, value: { column: "p", label: "" } }) satisfies Plot),
  });
  const engine = memoryEngine(table, document);
  return { document, table: memoryInfo(table), engine, state: firstState(document), onState: () => undefined };
}

/** The written text, from left to right and downwards. */
function written({ paint, size }: PaintedFigure): string[] {
  const texts: string[] = [];
  const pen = {
    clip: (_: unknown, draw: () => void) => draw(),
    text: (_x: number, _y: number, text: string) => void texts.push(text),
    rect: () => undefined,
    line: () => undefined,
  };
  paint(pen as unknown as Pen, size, paper);
  return texts;
}

test("is the first plot that was drawn, no larger than a gallery shows it", async () => {
  const [second, third] = [figure("second"), figure("third")];
  const figures = new Map<string, () => PaintedFigure | undefined>([
    ["c", () => third],
    ["b", () => second],
    ["a", () => undefined],
  ]);
  await pagePicture(pageWith(["a", "b", "c"]), figures);
  expect(drawn.mock.calls).toEqual([[second, undefined, 1.5]]);
  drawn.mockClear();
  const tall = figure("tall", 400, 1800);
  await pagePicture(pageWith(["a"]), new Map([["a", () => tall]]));
  expect(drawn.mock.calls).toEqual([[tall, undefined, 0.5]]);
});

test("of a plot of points has the shape of a card", async () => {
  const page = pageWith(["a"]);
  const plot: Plot = { id: "a", type: "qq", title: "QQ", y: { column: "p", is: "p", label: "" } };
  const wide = figure("wide", 1200, 260);
  await pagePicture({ ...page, document: { ...page.document, plots: [plot] } }, new Map([["a", () => wide]]));
  const [drawnAs] = drawn.mock.calls[0] as [PaintedFigure, undefined, number];
  expect(drawnAs).toMatchObject({ title: "wide", size: { width: 624, height: 332 } });
});

test("is drawn again with fewer pixels until the server takes it", async () => {
  drawn.mockResolvedValueOnce(new Blob([new Uint8Array((512 << 10) + 1)]));
  drawn.mockResolvedValueOnce(new Blob([new Uint8Array(512 << 10)]));
  const picture = await pagePicture(pageWith(["a"]), new Map([["a", () => figure("a", 960, 300)]]));
  expect(picture.size).toBe(512 << 10);
  expect(drawn.mock.calls.map(([, , density]) => density)).toEqual([1, 0.7]);
});

test("is the first rows in their formats where no plot is drawn", async () => {
  await pagePicture(pageWith(["a"]), new Map([["a", () => undefined]]));
  const [rows] = drawn.mock.calls[0] as [PaintedFigure, undefined, number];
  expect(rows.title).toBe("Test page");
  expect(written(rows)).toEqual(["GENE", "P", "—", "0.5", "BAG3", "0.0123456", "TTN", "1.0e-20"]);
});

test("a number that a step calculates has four digits, as on the page", async () => {
  const page = pageWith(["a"]);
  const steps: typeof page.document.steps = [
    { id: "s", type: "math", input: "p", function: "abs", output: { id: "p", title: "P" } },
  ];
  await pagePicture({ ...page, document: { ...page.document, steps, formats: {} } }, new Map([["a", () => undefined]]));
  const [rows] = drawn.mock.calls[0] as [PaintedFigure, undefined, number];
  expect(written(rows)).toContain("0.01235");
});
