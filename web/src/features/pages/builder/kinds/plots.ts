import type { Plot, PlotType } from "@/lib/document/document";
import { chartPlots } from "./chartPlots";
import type { Given, Kinds } from "./field";
import { geneticPlots } from "./geneticPlots";

export const plotKinds: Kinds<Plot> = { ...geneticPlots, ...chartPlots };

/** Plots that the roles of the columns are enough for, the usual ones first. */
export function suggestedPlots(given: Given): PlotType[] {
  const strong = given.find("p_value", "neg_log_10_p_value");
  const placed = given.find("chromosome") && given.find("position");
  const effect = given.find("beta", "odds_ratio");
  const found: (PlotType | false | undefined | "")[] = [
    placed && strong && "manhattan",
    placed && strong && "region",
    strong && "qq",
    effect && strong && given.find("gene", "rsid") && "volcano",
    effect && given.find("standard_error") && given.find("gene", "rsid") && "forest",
    effect && given.find("effect_allele_frequency") && "scatter",
  ];
  return found.filter((type): type is PlotType => Boolean(type));
}
