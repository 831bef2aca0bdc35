/** What a scatter figure is made of, in data units. Builders make it from the server's plot data; `paint` draws it with any pen. */
import type { Range, Tick } from "./scale";

export const tones = ["first", "second", "highlight", "muted", "ramp1", "ramp2", "ramp3", "ramp4", "text"] as const;
export type Tone = (typeof tones)[number];

export interface Axis {
  /** The whole of it; zooming shows a part. */
  readonly domain: Range;
  /** Quantity and unit; empty when the ticks speak for themselves. */
  readonly label: string;
  readonly grid: boolean;
  /**
   * On a y axis with two directions from 0: the label of the lower part; the x axis is between the
   * two.
   */
  readonly mirrored?: string;
  /** Ticks for the part in view on an axis of so many pixels. */
  ticks(view: Range, pixels: number): Tick[];
  /** The part in view in words. */
  describe?(view: Range): string;
}

/** A name and its value, both ready to read. */
export type Fact = readonly [name: string, value: string];

export interface Facts {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** Rectangles that each represent many points. */
export interface Cells {
  readonly x0: ArrayLike<number>;
  readonly x1: ArrayLike<number>;
  readonly y0: ArrayLike<number>;
  readonly y1: ArrayLike<number>;
  /** Index into `tones` per cell. */
  readonly tone: ArrayLike<number>;
  /** 0–1 per cell: how full it is; 1 for all if absent. */
  readonly weight?: ArrayLike<number>;
  readonly describe?: (index: number) => Facts;
}

export type Shape = "square" | "dot" | "diamond" | "up" | "down";

/** What a mark of a figure means; said beside the figure, and drawn below it where it is saved. */
export interface LegendKey {
  readonly shape: Shape | "area" | "line";
  /** Absent: that of the band, or of a quiet line. */
  readonly tone?: Exclude<Tone, "muted">;
  readonly words: string;
}

export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Index into `tones` per point. */
  readonly tone: ArrayLike<number>;
  /** Side of the square, diameter of the dot, height of the others, in pixels. */
  readonly size: number;
  readonly shape: Shape;
  readonly alpha?: number;
  /** x ascends: points outside of the view are skipped, and dense ones are drawn once per pixel. */
  readonly rising?: boolean;
  readonly describe: (index: number) => Facts;
}

export interface Line {
  /** x, y, x, y … */
  readonly points: ArrayLike<number>;
  readonly tone: Tone;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export interface Area {
  /** A closed outline x, y, x, y … */
  readonly points: ArrayLike<number>;
}

/** A highlighted position: labelled, and reachable by keyboard. */
export interface Mark {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly facts: Facts;
}

export interface ChartModel {
  /** Name of the figure, for exports and assistive technology. */
  readonly title: string;
  /** What the figure shows, in one or two sentences. */
  readonly summary: string;
  readonly x: Axis;
  readonly y: Axis;
  /** A view limits both axes; else only x, and the height adapts to the visible part. */
  readonly both?: boolean;
  readonly areas: readonly Area[];
  readonly cells: readonly Cells[];
  readonly lines: readonly Line[];
  readonly points: readonly Points[];
  readonly marks: readonly Mark[];
}

/** The part of the model in view. */
export interface View {
  readonly x: Range;
  readonly y: Range;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeView = (model: ChartModel): View => ({ x: model.x.domain, y: model.y.domain });

export const toneIndex = (tone: Tone): number => tones.indexOf(tone);
