import { describe, expect, it } from "vitest";
import { formatLocus, formatNumber, formatP, shortenP } from "./words";

describe("formatP", () => {
  it.each<[number | null, string]>([
    [58.387, "4.1e-59"],
    [0, "1.0"],
    [1.30103, "0.050"],
    [7.30103, "5.0e-8"],
    [412.0, "1.0e-412"],
    [411.4949, "3.2e-412"],
    [9.00001, "1.0e-9"],
    [8.0009, "1.0e-8"],
    [null, "–"],
    [Number.NaN, "–"],
  ])("−log10 %s is %s", (value, text) => {
    expect(formatP(value)).toBe(text);
  });
});

describe("shortenP", () => {
  it.each([
    ["2.59042996086e-29", "2.6e-29"],
    ["3.21e-412", "3.2e-412"],
    ["0.0293356091181", "0.029"],
    ["1", "1"],
    ["NA", "NA"],
    ["", "–"],
  ])("%s", (text, short) => {
    expect(shortenP(text)).toBe(short);
  });
});

describe("formatLocus", () => {
  it("groups digits and names X", () => {
    expect(formatLocus(4, 111718067)).toBe("4:111,718,067");
    expect(formatLocus(23, 1)).toBe("X:1");
  });
});

describe("formatNumber", () => {
  it.each<[number | null | undefined, string]>([
    [0.20999, "0.21"],
    [0, "0"],
    [0.0000123, "1.23e-5"],
    [1234567, "1.23e+6"],
    [null, "–"],
    [undefined, "–"],
  ])("%s is %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});
