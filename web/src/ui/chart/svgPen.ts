/**
 * A pen that writes SVG text. Coordinates are rounded to a tenth of a pixel, which is invisible and
 * halves the file.
 */
import { type Box, MONO, type Pen, SANS, type Stroke, type TextStyle } from "./pen";

const short = (value: number): string => String(Math.round(value * 10) / 10);
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] as string);

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private clips = 0;

  clip(box: Box, draw: () => void): void {
    const id = `clip${++this.clips}`;
    this.parts.push(`<clipPath id="${id}"><rect ${place(box)}/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  /** Draws moved by (x, y). */
  group(x: number, y: number, draw: () => void): void {
    this.parts.push(`<g transform="translate(${short(x)} ${short(y)})">`);
    draw();
    this.parts.push("</g>");
  }

  rect(box: Box, fill: string, alpha = 1): void {
    this.parts.push(`<rect ${place(box)} fill="${fill}"${opacity(alpha)}/>`);
  }

  squares(centres: ArrayLike<number>, size: number, fill: string, alpha = 1): void {
    if (centres.length < 2) return;
    const side = short(size);
    let path = "";
    for (let i = 0; i + 1 < centres.length; i += 2) {
      const x = (centres[i] as number) - size / 2;
      const y = (centres[i + 1] as number) - size / 2;
      path += `M${short(x)} ${short(y)}h${side}v${side}h-${side}z`;
    }
    this.parts.push(`<path d="${path}" fill="${fill}"${opacity(alpha)}/>`);
  }

  circle(x: number, y: number, radius: number, fill: string, ring?: string): void {
    const stroke = ring ? ` stroke="${ring}" stroke-width="1.5"` : "";
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"${stroke}/>`);
  }

  dots(centres: ArrayLike<number>, radius: number, fill: string, alpha = 1): void {
    this.parts.push(`<g fill="${fill}"${opacity(alpha)}>${circles(centres, radius)}</g>`);
  }

  rings(centres: ArrayLike<number>, radius: number, stroke: Stroke): void {
    const style = `fill="none" stroke="${stroke.color}" stroke-width="${stroke.width ?? 1}"`;
    this.parts.push(`<g ${style}>${circles(centres, radius)}</g>`);
  }

  line(points: ArrayLike<number>, stroke: Stroke): void {
    const dash = stroke.dash?.length ? ` stroke-dasharray="${stroke.dash.join(" ")}"` : "";
    const width = stroke.width ?? 1;
    this.parts.push(
      `<polyline points="${list(points)}" fill="none" stroke="${stroke.color}" stroke-width="${width}"${dash}${opacity(stroke.alpha ?? 1)}/>`,
    );
  }

  polygon(points: ArrayLike<number>, fill: string, alpha = 1): void {
    this.parts.push(`<polygon points="${list(points)}" fill="${fill}"${opacity(alpha)}/>`);
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const turn = style.rotate ? ` transform="rotate(${style.rotate} ${short(x)} ${short(y)})"` : "";
    const family = style.mono ? ` font-family="${escaped(MONO)}"` : "";
    const weight = style.weight ? ` font-weight="${style.weight}"` : "";
    const slant = style.italic ? ' font-style="italic"' : "";
    const halo = style.halo
      ? ` stroke="${style.halo}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`
      : "";
    const anchor = style.align && style.align !== "start" ? ` text-anchor="${style.align}"` : "";
    this.parts.push(
      `<text x="${short(x)}" y="${short(y)}" fill="${style.color}" font-size="${style.size ?? 11}"${family}${weight}${slant}${halo}${anchor}${turn}>${escaped(text)}</text>`,
    );
  }

  /** The whole document; `title` is read out by assistive technology and shown by file managers. */
  document(width: number, height: number, title: string): string {
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
      ` font-family="${escaped(SANS)}" role="img"><title>${escaped(title)}</title>`,
      ...this.parts,
      "</svg>\n",
    ].join("");
  }
}

function place(box: Box): string {
  return `x="${short(box.x)}" y="${short(box.y)}" width="${short(box.width)}" height="${short(box.height)}"`;
}

function circles(centres: ArrayLike<number>, radius: number): string {
  let text = "";
  for (let i = 0; i + 1 < centres.length; i += 2) {
    text += `<circle cx="${short(centres[i] as number)}" cy="${short(centres[i + 1] as number)}" r="${short(radius)}"/>`;
  }
  return text;
}

function opacity(alpha: number): string {
  return alpha < 1 ? ` opacity="${Math.round(alpha * 100) / 100}"` : "";
}

function list(points: ArrayLike<number>): string {
  let text = "";
  for (let i = 0; i + 1 < points.length; i += 2) {
    text += `${i ? " " : ""}${short(points[i] as number)},${short(points[i + 1] as number)}`;
  }
  return text;
}
