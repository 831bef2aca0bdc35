import { describe, expect, test } from "vitest";
import {
  formatAgo,
  formatBytes,
  formatBytesOf,
  formatCount,
  formatDateTime,
  formatDecimal,
  formatDuration,
  formatPart,
  formatShare,
  formatSince,
  plural,
} from "./format";

describe("formatBytes", () => {
  test.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [999_499, "999 kB"],
    [999_600, "1 MB"],
    [812_000_000, "812 MB"],
    [2_147_483_648, "2.1 GB"],
    [20_000_000_000, "20 GB"],
  ])("%d → %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test("both amounts in the unit of the whole", () => {
    expect(formatBytesOf(577_000_000, 812_000_000)).toBe("577 of 812 MB");
    expect(formatBytesOf(500_000_000, 2_100_000_000)).toBe("0.5 of 2.1 GB");
    expect(formatBytesOf(3, 10)).toBe("3 of 10 bytes");
  });
});

describe("formatShare", () => {
  test.each([
    [0, "0 %"],
    [0.626, "62 %"],
    [0.999_99, "99 %"],
    [1, "100 %"],
    [-1, "0 %"],
  ])("%d → %s", (share, text) => expect(formatShare(share)).toBe(text));
});

describe("times", () => {
  test.each([
    [0.2, "1 s"],
    [13.4, "13 s"],
    [240, "4 min"],
    [3600, "1 h"],
    [7500, "2 h 5 min"],
    [7199, "2 h"],
  ])("%d s lasts %s", (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  test.each([
    ["2026-11-21T11:59:57Z", "3 s"],
    ["2026-11-21T11:55:00Z", "5 min"],
    ["2026-11-21T09:00:00Z", "3 h"],
    ["2026-11-19T12:00:00Z", "2 d"],
    ["2026-11-22T12:00:00Z", "0 s"],
  ])("since %s: %s", (iso, text) => expect(formatSince(iso, Date.parse("2026-11-21T12:00:00Z"))).toBe(text));
});

test("numbers", () => {
  expect(formatCount(13_586_918)).toBe("13,586,918");
  expect(formatCount(null)).toBe("–");
  expect(formatDecimal(1.084)).toBe("1.08");
  expect(formatDecimal(Number.NaN)).toBe("–");
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(1200, "file")).toBe("1,200 files");
});

describe("formatPart", () => {
  test.each([
    [0, 100, "0.00 %"],
    [1, 1_000_000, "< 0.01 %"],
    [51, 1000, "5.1 %"],
    [999_999, 1_000_000, "> 99.9 %"],
    [10, 10, "100.0 %"],
    [1, 0, "–"],
  ])("%d of %d", (part, whole, words) => {
    expect(formatPart(part, whole)).toBe(words);
  });
});

test.each([
  ["2026-11-22T00:05:59Z", "22 Nov 2026, 00:05 UTC"],
  ["2026-01-02T12:00:00Z", "2 Jan 2026, 12:00 UTC"],
  ["2026-01-02T23:59:00Z", "2 Jan 2026, 23:59 UTC"],
  ["2026-12-31T23:30:00-02:00", "1 Jan 2027, 01:30 UTC"],
])("%s in text is %s, wherever it is read", (iso, text) => expect(formatDateTime(iso)).toBe(text));

test.each([
  [-5, "just now"],
  [59, "just now"],
  [60, "1 min ago"],
  [3599, "59 min ago"],
  [3600, "1 h ago"],
  [86_400 * 12, "12 d ago"],
])("a time %d s ago is written %s", (seconds, words) => {
  const now = Date.parse("2026-01-20T12:00:00Z");
  expect(formatAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
});

test.each([
  [-0.5, "−0.50"],
  [-0.001, "0.00"],
  [0.001, "0.00"],
])("%d has a true minus sign, and zero has none: %s", (value, text) => expect(formatDecimal(value)).toBe(text));
