import { describe, expect, it } from "vitest";
import { Genome } from "./genome";

const genome = Genome.of([
  { code: 1, length: 1_000_000 },
  { code: 2, length: 500_000 },
  { code: 23, length: 250_000 },
]);

describe("Genome", () => {
  it("lays chromosomes end to end", () => {
    expect(genome.domain).toEqual([0, 1_750_000]);
    expect(genome.place(2, 1)).toBe(1_000_001);
    expect(genome.place(23, 250_000)).toBe(1_750_000);
    expect(genome.place(24, 1)).toBeUndefined();
  });

  it("finds every place again, first and last bases too", () => {
    for (const [code, position] of [
      [1, 1],
      [1, 1_000_000],
      [2, 1],
      [2, 250_001],
      [23, 250_000],
    ] as const) {
      const found = genome.locate(genome.place(code, position) as number);
      expect([found?.chromosome.code, found?.position]).toEqual([code, position]);
    }
  });

  it("labels chromosomes in their middle and leaves out names that would touch", () => {
    expect(genome.ticks(genome.domain, 1000).map((tick) => [tick.label, tick.value])).toEqual([
      ["1", 500_000],
      ["2", 1_250_000],
      ["X", 1_625_000],
    ]);
    expect(genome.ticks(genome.domain, 10).map((tick) => tick.label)).toEqual(["1"]);
  });

  it("labels positions inside one chromosome", () => {
    expect(genome.ticks([100_000, 500_000], 300).map((tick) => tick.label)).toEqual(["chr1 · 0.2 Mb", "0.4 Mb"]);
  });

  it("says what is in view", () => {
    expect(genome.describe([100_000, 500_000])).toBe("Chromosome 1, 0.10–0.50 Mb");
    expect(genome.describe([100_000, 1_200_000])).toBe("Chromosomes 1–2");
  });
});
