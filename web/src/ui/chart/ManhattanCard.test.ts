import { describe, expect, it } from "vitest";
import { nearestLead } from "./ManhattanCard";

describe("nearestLead", () => {
  const lead = (chromosome: number, position: number) => ({
    variant_id: `${chromosome}_${position}`,
    chromosome,
    base_pair_location: position,
    effect_allele: "T",
    other_allele: "C",
    p_value: "1e-9",
  });
  const leads = [lead(1, 1_000_000), lead(1, 3_000_000), lead(2, 1_000_000)];

  it.each([
    [1, 1_200_000, "1_1000000"],
    [1, 2_700_000, "1_3000000"],
    [2, 999_999, "2_1000000"],
    [1, 9_000_000, undefined],
  ])("of %d:%d", (chromosome, position, id) => {
    expect(nearestLead(leads, chromosome, position)?.variant_id).toBe(id);
  });
});
