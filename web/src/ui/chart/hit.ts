/** Finds the point nearest to the pointer. Points in view are put into buckets of pixels once per view, when the pointer first comes. */
import type { Layout } from "./layout";
import type { ChartModel, Facts, Points } from "./model";
import { inView, mostPoints } from "./rising";

export interface Hit {
  /** Pixels inside the figure. */
  readonly x: number;
  readonly y: number;
  readonly facts: Facts;
  /** Index of the list of points and of the point in it; absent on a cell. */
  readonly point?: { readonly list: number; readonly index: number };
  /** Index of a spot, on a figure that is made of them. */
  readonly spot?: number;
}

const bucket = 16;
const none: Facts = { title: "", facts: [] };

export class HitIndex {
  private readonly buckets = new Map<number, number[]>();
  private readonly list: number[] = [];
  private readonly index: number[] = [];
  private readonly px: number[] = [];
  private readonly py: number[] = [];
  /** Lists of so many points in view that they are looked through along x when they are asked for. */
  private readonly many: number[] = [];
  private filled = false;

  constructor(
    private readonly model: Pick<ChartModel, "points" | "cells">,
    private readonly layout: Pick<Layout, "area" | "x" | "y">,
  ) {}

  private fill(): void {
    this.filled = true;
    const { layout } = this;
    const { area } = layout;
    this.model.points.forEach((points, list) => {
      const [from, to] = inView(points, layout.x.domain);
      if (to - from > mostPoints) {
        this.many.push(list);
        return;
      }
      for (let i = from; i < to; i++) {
        const x = layout.x.map(points.x[i] as number);
        const y = layout.y.map(points.y[i] as number);
        if (x < area.x || x > area.x + area.width || y < area.y - 1 || y > area.y + area.height + 1) continue;
        this.put(list, i, x, y);
      }
    });
  }

  private put(list: number, index: number, x: number, y: number): void {
    const id = this.px.length;
    this.list.push(list);
    this.index.push(index);
    this.px.push(x);
    this.py.push(y);
    const key = keyOf(Math.floor(x / bucket), Math.floor(y / bucket));
    const ids = this.buckets.get(key);
    if (ids) ids.push(id);
    else this.buckets.set(key, [id]);
  }

  /** The nearest point within `reach` pixels (at most one bucket away), else the cell under the pointer. */
  at(x: number, y: number, reach = 12): Hit | undefined {
    if (!this.filled) this.fill();
    const id = this.nearest(x, y, Math.min(reach, bucket));
    if (id === undefined) return this.amongMany(x, y, Math.min(reach, bucket)) ?? this.cellAt(x, y);
    const list = this.list[id] as number;
    const index = this.index[id] as number;
    const points = this.model.points[list];
    if (!points) return undefined;
    return {
      x: this.px[id] as number,
      y: this.py[id] as number,
      facts: points.describe(index),
      point: { list, index },
    };
  }

  private nearest(x: number, y: number, reach: number): number | undefined {
    const column = Math.floor(x / bucket);
    const row = Math.floor(y / bucket);
    let best: number | undefined;
    let bestSquare = reach * reach;
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        for (const id of this.buckets.get(keyOf(i, j)) ?? []) {
          const square = ((this.px[id] as number) - x) ** 2 + ((this.py[id] as number) - y) ** 2;
          if (square > bestSquare) continue;
          best = id;
          bestSquare = square;
        }
      }
    }
    return best;
  }

  private amongMany(x: number, y: number, reach: number): Hit | undefined {
    let best: Hit | undefined;
    let bestSquare = reach * reach;
    for (const list of this.many) {
      const points = this.model.points[list];
      if (!points) continue;
      const [from, to] = inView(points, [this.layout.x.invert(x - reach), this.layout.x.invert(x + reach)]);
      for (let index = from; index < to; index++) {
        const px = this.layout.x.map(points.x[index] as number);
        const py = this.layout.y.map(points.y[index] as number);
        const square = (px - x) ** 2 + (py - y) ** 2;
        if (square > bestSquare || !(py >= this.layout.area.y - 1)) continue;
        bestSquare = square;
        best = { x: px, y: py, facts: none, point: { list, index } };
      }
    }
    const found = best?.point;
    return best && found && { ...best, facts: (this.model.points[found.list] as Points).describe(found.index) };
  }

  private cellAt(x: number, y: number): Hit | undefined {
    const vx = this.layout.x.invert(x);
    const vy = this.layout.y.invert(y);
    for (const cells of this.model.cells) {
      if (!cells.describe) continue;
      for (let i = 0; i < cells.x0.length; i++) {
        const within =
          vx >= (cells.x0[i] as number) &&
          vx < (cells.x1[i] as number) &&
          vy >= (cells.y0[i] as number) &&
          vy < (cells.y1[i] as number);
        if (within) return { x, y, facts: cells.describe(i) };
      }
    }
    return undefined;
  }
}

const keyOf = (column: number, row: number): number => column * 65536 + row;
