import { signed } from "./sign";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const none = "–";

/** 13586918 → "13,586,918"; a dash if unknown. */
export function formatCount(value: number | null | undefined): string {
  return value == null ? none : whole.format(value).replace("-", "−");
}

/** A number with a fixed count of decimals, e.g. λ with two. */
export function formatDecimal(value: number | null | undefined, decimals = 2): string {
  return value == null || !Number.isFinite(value) ? none : signed(value.toFixed(decimals));
}

/** Share 0–1 → "62 %". Never rounds up to 100 % before it is complete. */
export function formatShare(share: number): string {
  const percent = share >= 1 ? 100 : Math.min(99, Math.floor(share * 100));
  return `${Math.max(0, percent)} %`;
}

/** A percentage with enough digits to differ from 0 and 100: "< 0.01 %", "5.1 %", "> 99.9 %". */
export function formatPart(part: number, whole: number): string {
  if (whole <= 0) return none;
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.01) return "< 0.01 %";
  if (percent < 100 && percent >= 99.95) return "> 99.9 %";
  return `${percent.toFixed(percent < 1 ? 2 : 1)} %`;
}

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** Decimal units as disks and networks use them: 812000000 → "812 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text = unit === 0 || value >= 99.5 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
  return `${text} ${units[unit]}`;
}

/** "577 of 812 MB": both amounts in the unit of the second. */
export function formatBytesOf(done: number, total: number): string {
  const [amount = "", unit = ""] = formatBytes(total).split(" ");
  const scale = 1000 ** units.indexOf(unit as (typeof units)[number]);
  const part = (done / scale).toFixed(amount.includes(".") ? 1 : 0);
  return `${part} of ${amount} ${unit}`;
}

/** Seconds → "13 s", "4 min", "2 h 5 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** How long ago, in one unit: "3 s", "5 min", "3 h", "2 d". */
export function formatSince(iso: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** A time in the past: "just now", "5 min ago", "2 d ago". */
export function formatAgo(iso: string, now: number): string {
  return now - Date.parse(iso) < 60_000 ? "just now" : `${formatSince(iso, now)} ago`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** "27 Nov 2026", in UTC: members of a consortium in several time zones read the same day. */
export function formatDate(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** "27 Nov 2026, 18:19 UTC" */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** 1 → "1 file", 2 → "2 files". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
