import { plural } from "@/lib/format/format";

/** How long ago, in one unit: "just now", "5 minutes ago", "12 days ago". */
export function agoWords(iso: string, now: number): string {
  const minutes = Math.floor(Math.max(0, now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), "hour")} ago`;
  return `${plural(Math.floor(minutes / (24 * 60)), "day")} ago`;
}
