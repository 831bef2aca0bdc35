import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { paper } from "@/ui/chart/tokens";

type Rgb = [number, number, number];

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** Relative luminance and contrast by WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = rgb(hex).map(linear) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** CIE L*a*b* for D65. */
function lab(hex: string): Rgb {
  const [r, g, b] = rgb(hex).map(linear) as Rgb;
  const f = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 as Sharma, Wu and Dalal (2005) write it out. */
function difference([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const rad = Math.PI / 180;
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 1.5 - 0.5 * Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7));
  const polar = (a: number, b: number) => {
    const hue = Math.atan2(b, a * g) / rad;
    return { c: Math.hypot(a * g, b), h: a === 0 && b === 0 ? 0 : (hue + 360) % 360 };
  };
  const [one, two] = [polar(a1, b1), polar(a2, b2)];
  const gray = one.c * two.c === 0;
  const turn = two.h - one.h;
  const dh = gray ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
  const dH = 2 * Math.sqrt(one.c * two.c) * Math.sin((dh / 2) * rad);
  const sum = one.h + two.h;
  const h = gray ? sum : Math.abs(turn) <= 180 ? sum / 2 : sum < 360 ? sum / 2 + 180 : sum / 2 - 180;
  const c = (one.c + two.c) / 2;
  const light = ((l1 + l2) / 2 - 50) ** 2;
  const cos = (degrees: number) => Math.cos(degrees * rad);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sL = 1 + (0.015 * light) / Math.sqrt(20 + light);
  const turnBy = 30 * Math.exp(-(((h - 275) / 25) ** 2));
  const rT = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(2 * turnBy * rad);
  const [x, y, z] = [(l2 - l1) / sL, (two.c - one.c) / (1 + 0.045 * c), dH / (1 + 0.015 * c * t)];
  return Math.sqrt(x * x + y * y + z * z + rT * y * z);
}

describe("the measures", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#767676", "#ffffff", 4.54],
    ["#777777", "#ffffff", 4.48],
  ])("contrast of %s on %s, as published", (a, b, ratio) => expect(contrast(a, b)).toBeCloseTo(ratio, 2));

  test.each<[Rgb, Rgb, number]>([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[50, 2.5, 0], [58, 24, 15], 19.4535],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ])("difference of %j and %j, as published", (a, b, want) => expect(difference(a, b)).toBeCloseTo(want, 4));
});

const sheet = readFileSync("src/theme/tokens.css", "utf8");
const blocks = sheet.split(/^\}/m);

/** The colours of a scheme, by the names of the tokens. */
function tokens(scheme: "light" | "dark"): Record<string, string> {
  const block = blocks.find((text) => text.includes(`[data-mantine-color-scheme="${scheme}"]`)) ?? "";
  return Object.fromEntries([...block.matchAll(/--co-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]));
}

const ramp = ["plot-ramp-1", "plot-ramp-2", "plot-ramp-3", "plot-ramp-4"];
const ld = ["ld-1", "ld-2", "ld-3", "ld-4", "ld-5"];
const series = ["plot-1", "plot-2", ...ramp];

describe.each(["light", "dark"] as const)("the colours of the %s scheme", (scheme) => {
  const colour = tokens(scheme);
  const of = (name: string) => colour[name] ?? `no ${name}`;

  test("a field's border stands out from every ground: 3:1", () => {
    for (const ground of ["surface", "page", "sunken"]) {
      expect(contrast(of("line-input"), of(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  test("every series stands out from the paper of a figure: 3:1", () => {
    for (const name of [...series, "plot-hit"]) expect(contrast(of(name), of("surface"))).toBeGreaterThanOrEqual(3);
  });

  test("series can be told apart: CIEDE2000 of 10 or more", () => {
    for (const [at, name] of series.entries()) {
      for (const other of series.slice(at + 1)) {
        expect([name, other, difference(lab(of(name)), lab(of(other))) >= 10]).toEqual([name, other, true]);
      }
    }
  });

  test("the steps of r², recombination and genes stand out from the paper: 3:1", () => {
    for (const name of [...ld, "plot-recombination", "plot-gene"]) {
      expect([name, contrast(of(name), of("surface")) >= 3]).toEqual([name, true]);
    }
  });

  test("any two steps of r², and the lead, can be told apart: CIEDE2000 of 17 or more", () => {
    const seen = [...ld, "plot-hit"];
    for (const [at, name] of seen.entries()) {
      for (const other of seen.slice(at + 1)) {
        expect([name, other, difference(lab(of(name)), lab(of(other))) >= 17]).toEqual([name, other, true]);
      }
    }
  });

  test("the ramp goes one way, towards the paper", () => {
    const steps = ramp.map((name) => contrast(of(name), of("surface")));
    expect(steps).toEqual([...steps].sort((a, b) => b - a));
  });
});

test("files are drawn in the light colours", () => {
  const light = tokens("light");
  expect(paper).toMatchObject({
    first: light["plot-1"],
    second: light["plot-2"],
    highlight: light["plot-hit"],
    ramp1: light["plot-ramp-1"],
    ramp2: light["plot-ramp-2"],
    ramp3: light["plot-ramp-3"],
    ramp4: light["plot-ramp-4"],
    ld: ld.map((name) => light[name]),
    recombination: light["plot-recombination"],
    gene: light["plot-gene"],
    brand: light.brand,
  });
});
