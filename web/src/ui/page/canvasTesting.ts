/** A canvas for tests: it takes every stroke and draws nothing; happy-dom has none, and nothing has a size there. */
import { vi } from "vitest";

const nothing = () => undefined;
const gradient = { addColorStop: nothing };

/** Answers to specific calls; all others do nothing. */
const answers: Record<string, unknown> = {
  getTransform: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
  measureText: (text: string) => ({ width: 6 * text.length, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 2 }),
  createLinearGradient: () => gradient,
  createRadialGradient: () => gradient,
  createPattern: () => ({ setTransform: nothing }),
  getImageData: (_x: number, _y: number, width: number, height: number) => new ImageData(width, height),
  createImageData: (width: number, height: number) => new ImageData(width, height),
};

/** How often something was drawn. */
export interface Strokes {
  count: number;
}

export function stubCanvas(width = 800): Strokes {
  const strokes = { count: 0 };
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (this: HTMLCanvasElement) {
    const set: Record<string | symbol, unknown> = { canvas: this };
    return new Proxy(set, {
      get: (_, name) => {
        if (name in set) return set[name];
        if (["fill", "stroke", "fillRect", "fillText", "putImageData", "drawImage"].includes(String(name)))
          strokes.count += 1;
        return answers[String(name)] ?? nothing;
      },
      set: (_, name, value) => {
        set[name] = value;
        return true;
      },
    }) as never;
  });
  return strokes;
}
