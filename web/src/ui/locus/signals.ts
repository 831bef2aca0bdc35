/** How signals are told apart: each has a colour and a shape of its own, in every plot and table. */

/** A path around 0,0 for a size, the distance from the centre to the outline. */
type Shape = (size: number) => string;

const polygon =
  (corners: number, turn: number, inner?: number): Shape =>
  (size) => {
    const points = inner ? corners * 2 : corners;
    const at = Array.from({ length: points }, (_, i) => {
      const radius = inner && i % 2 === 1 ? size * inner : size;
      const angle = turn + (2 * Math.PI * i) / points;
      return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
    });
    return `M${at.join("L")}Z`;
  };

const circle: Shape = (size) => `M${-size},0a${size},${size} 0 1,0 ${2 * size},0a${size},${size} 0 1,0 ${-2 * size},0Z`;

/** The thickness of a plus as a share of its size. */
const arm = 0.36;

const plus: Shape = (size) => {
  const thin = size * arm;
  return `M${-thin},${-size}H${thin}V${-thin}H${size}V${thin}H${thin}V${size}H${-thin}V${thin}H${-size}V${-thin}H${-thin}Z`;
};

const shapes: readonly Shape[] = [
  circle,
  polygon(4, Math.PI / 4),
  polygon(3, 0),
  polygon(4, 0),
  polygon(3, Math.PI),
  plus,
  polygon(5, 0, 0.45),
  polygon(6, 0),
  polygon(5, 0),
  polygon(4, 0, 0.35),
];

/** The outline of a signal's mark; signals count from 1, and 0 is none. */
export const shapeOf = (signal: number, size: number): string => (shapes[signal - 1] ?? circle)(size);

/** A cross for outliers. */
export const cross = (size: number): string => `M${-size},${-size}L${size},${size}M${-size},${size}L${size},${-size}`;

export const colourOf = (signal: number): string => (signal > 0 ? `var(--signal-${signal})` : "var(--co-ld-1)");
