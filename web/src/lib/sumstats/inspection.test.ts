import { describe, expect, it } from "vitest";
import type { Inspection } from "./contract";
import { buildDoubt } from "./inspection";

const inspected = (guess: string) => ({ build: { guess, share_37: 0.01, share_38: 0.997 } }) as Inspection;

describe("buildDoubt", () => {
  it("says so when the positions speak against what was entered", () => {
    expect(buildDoubt(inspected("GRCh38"), "hg19")).toMatch(/those of GRCh38 \(99\.7 % of the positions agree\)/);
  });

  it.each([
    ["the same build", "GRCh38", "grch38"],
    ["nothing entered yet", "GRCh38", ""],
    ["positions that do not tell", "unknown", "hg19"],
  ])("is silent: %s", (_, guess, entered) => {
    expect(buildDoubt(inspected(guess), entered)).toBeUndefined();
  });
});
