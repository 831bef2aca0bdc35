import { describe, expect, it } from "vitest";
import {
  chromosomeCode,
  megabaseWords,
  movedRegion,
  parseRegion,
  regionAround,
  regionText,
  regionWords,
} from "./region";

describe("parseRegion", () => {
  it.each([
    ["16:53500000-54500000", "16:53500000-54500000"],
    [" chr16:53,500,000-54,500,000 ", "16:53500000-54500000"],
    ["X:1000–2000", "X:1000-2000"],
    ["23:1000-2000", "X:1000-2000"],
    ["MT:5-9", "MT:5-9"],
    ["1:200000", "1:1-700000"],
  ])("%s", (text, region) => {
    const parsed = parseRegion(text);
    expect(parsed && regionText(parsed)).toBe(region);
  });

  it.each(["", "FTO", "16", "16:", "26:1-2", "0:1-2", "1:20-10", "1:0-5", "1:a-b"])("refuses %j", (text) => {
    expect(parseRegion(text)).toBeUndefined();
  });
});

it.each<[string, number | undefined]>([
  ["chr4", 4],
  ["x", 23],
  ["CHRM", 25],
  ["0", undefined],
  ["26", undefined],
  ["4.5", undefined],
  ["", undefined],
])("the chromosome of %j", (name, code) => expect(chromosomeCode(name)).toBe(code));

describe("a region in words", () => {
  it("groups digits", () => {
    expect(regionWords(regionAround(4, 111_718_067))).toBe("4:111,218,067–112,218,067");
  });

  it.each([
    ["4:110900000-112100000", "4:110.9–112.1 Mb"],
    ["16:53600000-53900000", "16:53.60–53.90 Mb"],
    ["X:1000000-1000999", "X:1.0000–1.0010 Mb"],
  ])("%s in megabases", (text, words) => {
    const region = parseRegion(text);
    expect(region && megabaseWords(region)).toBe(words);
  });
});

describe("movedRegion", () => {
  const from = (text: string) => parseRegion(text) ?? regionAround(1, 1);
  it.each<[string, number, number, string]>([
    ["4:1001-2000", 0.5, 1, "4:1501-2500"],
    ["4:1001-2000", -0.5, 1, "4:501-1500"],
    ["4:1001-2000", -2, 1, "4:1-1000"],
    ["4:1001-2001", 0.5, 1, "4:1502-2502"],
    ["4:1502-2502", -0.5, 1, "4:1001-2001"],
    ["4:1001-2000", 0, 0.5, "4:1251-1750"],
    ["4:1001-2000", 0, 0.1, "4:1401-1600"],
    ["4:10000001-14000000", 0, 2, "4:9500001-14500000"],
  ])("%s by %d, %d times as wide", (text, share, factor, want) => {
    expect(regionText(movedRegion(from(text), share, factor))).toBe(want);
  });
});
