import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatFrequency, formatNumber, formatP, formatTick, formatValue, shortenP } from "./format-number";

interface Case {
  neg_log_10: number | null;
  text: string;
}

/** The server reads the same cases. */
const { cases } = JSON.parse(readFileSync("../testdata/format/p.json", "utf8")) as { cases: Case[] };

describe("formatP", () => {
  it.each(cases)("−log10 $neg_log_10 is $text", ({ neg_log_10, text }) => {
    expect(formatP(neg_log_10)).toBe(text);
  });
  it("has no word for what is no number", () => {
    expect(formatP(Number.NaN)).toBe("–");
    expect(formatP(undefined)).toBe("–");
  });
});

interface FrequencyCase {
  frequency: number | null;
  text: string;
}

describe("formatFrequency", () => {
  const { cases } = JSON.parse(readFileSync("../testdata/format/frequency.json", "utf8")) as { cases: FrequencyCase[] };
  it.each(cases)("$frequency is $text", ({ frequency, text }) => {
    expect(formatFrequency(frequency)).toBe(text);
  });
});

describe("shortenP", () => {
  it.each([
    ["9.98e-11", "1.0e-10"],
    ["9.94e-11", "9.9e-11"],
    ["9.96e-309", "1.0e-308"],
    ["2.59042996086e-29", "2.6e-29"],
    ["3.21e-412", "3.2e-412"],
    ["0.0293356091181", "0.029"],
    ["0.000998", "0.0010"],
    ["0.00099", "9.9e-4"],
    ["0.996", "1.0"],
    ["1", "1.0"],
    ["0", "0"],
    ["NA", "NA"],
    ["", "–"],
  ])("%s", (text, short) => {
    expect(shortenP(text)).toBe(short);
  });
});

describe("formatNumber", () => {
  it.each<[number | null | undefined, string]>([
    [0.20999, "0.21"],
    [0, "0"],
    [0.0000123, "1.23e-5"],
    [0.00009996, "0.0001"],
    [999_499, "999000"],
    [999_999.6, "1.00e+6"],
    [1234567, "1.23e+6"],
    [-0.0000123, "−1.23e-5"],
    [null, "–"],
    [undefined, "–"],
  ])("%s is %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

describe("formatValue", () => {
  it.each<[number | null | undefined, string]>([
    [53_790_200, "53790200"],
    [-3, "−3"],
    [0.123456, "0.1235"],
    [53_790_200.5, "5.379e+7"],
    [1e300, "1.000e+300"],
    [undefined, "–"],
  ])("%s is %s", (value, text) => {
    expect(formatValue(value)).toBe(text);
  });
});

describe("formatTick", () => {
  it.each<[number, string]>([
    [16_640_000, "16.6M"],
    [-20_000_000, "−20M"],
    [999_999, "1M"],
    [999_000, "999000"],
    [0.05, "0.05"],
    [2.5e9, "2.5B"],
    [1e15, "1.00e+15"],
  ])("%s is %s", (value, text) => {
    expect(formatTick(value)).toBe(text);
  });
  it("has as many digits as it is asked for", () => expect(formatTick(16_640_000, 4)).toBe("16.64M"));
});
