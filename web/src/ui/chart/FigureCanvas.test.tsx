import { MantineProvider } from "@mantine/core";
import { act, render } from "@testing-library/react";
import { useCallback, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Painter } from "./exportFigure";
import { FigureCanvas } from "./FigureCanvas";
import { paper } from "./tokens";

const paint = vi.fn<Painter>();

/** Like regions and others: the drawing depends on the width. */
function Sized() {
  const [width, setWidth] = useState(0);
  const painter = useCallback<Painter>((pen, size, tokens) => paint(pen, { ...size, height: width }, tokens), [width]);
  return <FigureCanvas paint={painter} height={200} label="Figure" onWidth={setWidth} />;
}

const show = () =>
  render(
    <MantineProvider env="test">
      <Sized />
    </MantineProvider>,
  );

/** Simulates the browser's event for loaded fonts. */
function come(...families: string[]): void {
  const fontfaces = families.map((family) => ({ family, style: "normal", weight: "400", unicodeRange: "U+0-FF" }));
  act(() => void document.fonts.dispatchEvent(Object.assign(new Event("loadingdone"), { fontfaces })));
}

beforeEach(() => {
  paint.mockClear();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500.6);
  const context = { scale: vi.fn() } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context);
});

it("is drawn once, by whoever knows its width already", () => {
  show();
  expect(paint).toHaveBeenCalledTimes(1);
  expect(paint.mock.lastCall?.[1]).toEqual({ width: 500, height: 500 });
});

it("is drawn again when a font comes, and not when the same fonts are told of again", () => {
  show();
  come("Inter");
  expect(paint).toHaveBeenCalledTimes(2);
  come("Inter");
  expect(paint).toHaveBeenCalledTimes(2);
  come("Inter", "Mono");
  expect(paint).toHaveBeenCalledTimes(3);
});

it("is drawn in the colours of paper before it is printed", () => {
  show();
  window.dispatchEvent(new Event("beforeprint"));
  expect(paint.mock.lastCall?.[2]).toEqual(paper);
});
