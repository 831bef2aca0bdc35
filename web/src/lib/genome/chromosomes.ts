/** How long chromosomes are, so that a view does not leave them: lengths of the assembled molecules, in bases. */
import type { BrowseBuild } from "../route/browse-address";
import type { Region } from "./region";

/** By GWAS-SSF code, from 1. */
const lengths: Readonly<Record<BrowseBuild, readonly number[]>> = {
  GRCh37: [
    249250621, 243199373, 198022430, 191154276, 180915260, 171115067, 159138663, 146364022, 141213431, 135534747,
    135006516, 133851895, 115169878, 107349540, 102531392, 90354753, 81195210, 78077248, 59128983, 63025520, 48129895,
    51304566, 155270560, 59373566, 16569,
  ],
  GRCh38: [
    248956422, 242193529, 198295559, 190214555, 181538259, 170805979, 159345973, 145138636, 138394717, 133797422,
    135086622, 133275309, 114364328, 107043718, 101991189, 90338345, 83257441, 80373285, 58617616, 64444167, 46709983,
    50818468, 156040895, 57227415, 16569,
  ],
};

export const chromosomeLength = (build: BrowseBuild, code: number): number | undefined => lengths[build][code - 1];

/** The region moved back onto its chromosome, and cut where it is longer than that. */
export function onChromosome(region: Region, build: BrowseBuild | undefined): Region {
  const length = build && chromosomeLength(build, region.chromosome);
  if (length === undefined || region.end <= length) return region;
  return { ...region, start: Math.max(1, region.start - (region.end - length)), end: length };
}
