/**
 * The drawing interface of figures. The same painting code draws on a canvas (the page, PNG) and as
 * SVG text (export), so that exports look like the page. Units are CSS pixels, y grows downwards.
 */

export interface Stroke {
  readonly color: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

export interface TextStyle {
  readonly color: string;
  /** Pixels; 11 if absent. */
  readonly size?: number;
  readonly align?: "start" | "middle" | "end";
  readonly weight?: number;
  readonly mono?: boolean;
  readonly italic?: boolean;
  /** An outline of this colour around the letters, for labels among points. */
  readonly halo?: string;
  /** Degrees, clockwise, around the text's own place. */
  readonly rotate?: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Pen {
  /** Draws inside `box` only. */
  clip(box: Box, draw: () => void): void;
  /** Draws with the origin at a point. */
  group(x: number, y: number, draw: () => void): void;
  rect(box: Box, fill: string, alpha?: number): void;
  /** Squares of one size and colour, centres as x, y, x, y … */
  squares(centres: ArrayLike<number>, size: number, fill: string, alpha?: number): void;
  circle(x: number, y: number, radius: number, fill: string, ring?: string): void;
  /** Dots of one size and colour, centres as x, y, x, y … */
  dots(centres: ArrayLike<number>, radius: number, fill: string, alpha?: number): void;
  /** Hollow circles, centres as x, y, x, y … */
  rings(centres: ArrayLike<number>, radius: number, stroke: Stroke): void;
  /** An open line through x, y, x, y … */
  line(points: ArrayLike<number>, stroke: Stroke): void;
  polygon(points: ArrayLike<number>, fill: string, alpha?: number): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
}

export const SANS = '"Inter Variable", Inter, system-ui, sans-serif';
export const MONO = '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace';

/** A pen on a canvas; the caller has scaled the context for the device. */
export class CanvasPen implements Pen {
  constructor(private readonly g: CanvasRenderingContext2D) {}

  clip(box: Box, draw: () => void): void {
    this.g.save();
    this.g.beginPath();
    this.g.rect(box.x, box.y, box.width, box.height);
    this.g.clip();
    draw();
    this.g.restore();
  }

  group(x: number, y: number, draw: () => void): void {
    this.g.save();
    this.g.translate(x, y);
    draw();
    this.g.restore();
  }

  rect(box: Box, fill: string, alpha = 1): void {
    this.g.globalAlpha = alpha;
    this.g.fillStyle = fill;
    this.g.fillRect(box.x, box.y, box.width, box.height);
    this.g.globalAlpha = 1;
  }

  squares(centres: ArrayLike<number>, size: number, fill: string, alpha = 1): void {
    const half = size / 2;
    this.g.globalAlpha = alpha;
    this.g.fillStyle = fill;
    for (let i = 0; i + 1 < centres.length; i += 2) {
      this.g.fillRect((centres[i] as number) - half, (centres[i + 1] as number) - half, size, size);
    }
    this.g.globalAlpha = 1;
  }

  circle(x: number, y: number, radius: number, fill: string, ring?: string): void {
    this.g.beginPath();
    this.g.arc(x, y, radius, 0, 2 * Math.PI);
    this.g.fillStyle = fill;
    this.g.fill();
    if (!ring) return;
    this.g.lineWidth = 1.5;
    this.g.strokeStyle = ring;
    this.g.stroke();
  }

  dots(centres: ArrayLike<number>, radius: number, fill: string, alpha = 1): void {
    this.g.globalAlpha = alpha;
    this.g.fillStyle = fill;
    // Each is filled alone: browsers draw a lone circle without making a path of it.
    for (let i = 0; i + 1 < centres.length; i += 2) {
      this.g.beginPath();
      this.g.arc(centres[i] as number, centres[i + 1] as number, radius, 0, 2 * Math.PI);
      this.g.fill();
    }
    this.g.globalAlpha = 1;
  }

  rings(centres: ArrayLike<number>, radius: number, stroke: Stroke): void {
    this.g.strokeStyle = stroke.color;
    this.g.lineWidth = stroke.width ?? 1;
    for (let i = 0; i + 1 < centres.length; i += 2) {
      this.g.beginPath();
      this.g.arc(centres[i] as number, centres[i + 1] as number, radius, 0, 2 * Math.PI);
      this.g.stroke();
    }
  }

  line(points: ArrayLike<number>, stroke: Stroke): void {
    this.trace(points);
    this.g.globalAlpha = stroke.alpha ?? 1;
    this.g.strokeStyle = stroke.color;
    this.g.lineWidth = stroke.width ?? 1;
    this.g.setLineDash([...(stroke.dash ?? [])]);
    this.g.stroke();
    this.g.setLineDash([]);
    this.g.globalAlpha = 1;
  }

  polygon(points: ArrayLike<number>, fill: string, alpha = 1): void {
    this.trace(points);
    this.g.closePath();
    this.g.globalAlpha = alpha;
    this.g.fillStyle = fill;
    this.g.fill();
    this.g.globalAlpha = 1;
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    this.g.save();
    this.g.translate(x, y);
    if (style.rotate) this.g.rotate((style.rotate * Math.PI) / 180);
    this.g.font = `${style.italic ? "italic " : ""}${style.weight ?? 400} ${style.size ?? 11}px ${style.mono ? MONO : SANS}`;
    this.g.fillStyle = style.color;
    this.g.textAlign = style.align === "middle" ? "center" : (style.align ?? "start");
    if (style.halo) {
      this.g.lineWidth = 4;
      this.g.lineJoin = "round";
      this.g.strokeStyle = style.halo;
      this.g.strokeText(text, 0, 0);
    }
    this.g.fillText(text, 0, 0);
    this.g.restore();
  }

  private trace(points: ArrayLike<number>): void {
    this.g.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2) {
      this.g.lineTo(points[i] as number, points[i + 1] as number);
    }
  }
}
