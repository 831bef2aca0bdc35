import type { PaintedKey } from "../chart/paintLegend";
import { paper } from "../chart/tokens";
import { ldLimits } from "./ld";
import type { RegionData } from "./regionData";
import type { RegionShow } from "./regionLayout";
import { drawnTracks } from "./tracks";

/** The text of RegionLegend, for a saved figure. */
export function regionKeys(data: RegionData, show: RegionShow): readonly [PaintedKey, ...PaintedKey[]] {
  const { known, ld, recombination, tracks } = data;
  const hasLd = tracks.some(({ points }) => points.r2);
  const hasSet = show.credible && tracks.some(({ points }) => points.in_credible_set?.some(Boolean));
  const hasReference = drawnTracks(data).some(({ reference }) => reference !== undefined);
  const steps = paper.ld.map(
    (color, step): PaintedKey => ({ shape: "dot", color, words: `r² ${ldLimits[step]}–${ldLimits[step + 1]}` }),
  );
  const key = (shape: PaintedKey["shape"], color: string, words: string): PaintedKey => ({ shape, color, words });
  return [
    key("diamond", paper.highlight, "lead"),
    ...(hasLd ? [...steps, key("ring", paper.ld[0] as string, "not in panel")] : []),
    ...(hasReference ? [key("hollow", paper.highlight, hasLd ? "r² to this" : "chosen")] : []),
    ...(hasSet ? [key("ring", paper.text, "95 % credible set")] : []),
    ...(known.items.length > 0 ? [key("down", paper.muted, "known")] : []),
    ...(show.recombination && recombination.rate.length > 0 ? [key("line", paper.recombination, "cM/Mb")] : []),
    ...(hasLd && ld.source ? [key("line", paper.surface, `r² by ${ld.source}`)] : []),
  ];
}
