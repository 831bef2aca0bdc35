import { useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./chart.module.css";
import type { Painter } from "./exportFigure";
import { useFonts } from "./fonts";
import { CanvasPen } from "./pen";
import { type ChartTokens, paper, tokensOf } from "./tokens";

interface Props {
  /** Stable between renders unless the picture changes. */
  paint: Painter;
  height: number;
  /** A description of the picture, for users who cannot see it. */
  label: string;
  /** Hears of the width in pixels before anything is drawn in it, so that what depends on it is drawn once. */
  onWidth?: ((width: number) => void) | undefined;
  children?: ReactNode;
}

/** A canvas as wide as its place, sharp on every display, repainted when data, size, fonts or colours change; on paper in its colours. */
export function FigureCanvas({ paint, height, label, onWidth, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const fonts = useFonts();
  const scheme = useComputedColorScheme("light");

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const now = Math.floor(element.clientWidth);
      setWidth(now);
      if (now > 0) onWidth?.(now);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [onWidth]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scheme and fonts change what the same painter draws
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || width === 0) return;
    const draw = (tokens: ChartTokens) => {
      const density = window.devicePixelRatio || 1;
      element.width = Math.round(width * density);
      element.height = Math.round(height * density);
      context.scale(density, density);
      paint(new CanvasPen(context), { width, height }, tokens);
    };
    const onPaper = () => draw(paper);
    const onScreen = () => draw(tokensOf(element));
    onScreen();
    window.addEventListener("beforeprint", onPaper);
    window.addEventListener("afterprint", onScreen);
    return () => {
      window.removeEventListener("beforeprint", onPaper);
      window.removeEventListener("afterprint", onScreen);
    };
  }, [paint, width, height, scheme, fonts]);

  return (
    <div ref={frame} className={classes.frame} style={{ height }}>
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} style={{ height }} />
      {children}
    </div>
  );
}
