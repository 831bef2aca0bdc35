/** Participants in three digits: "1.49 M", "412 k", "61 k", "950". */
export function formatPeople(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${value.toFixed(unit === "k" || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)} ${unit}`;
}
