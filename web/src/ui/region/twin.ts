/** The points of a region as a table and as a file. */

import { formatCount, plural } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import type { Region } from "@/lib/genome/region";
import { markedTitle } from "@/lib/status";
import { numberCell, toCsv } from "@/lib/text/csv";
import type { Twin } from "../chart/TwinTable";
import { formatLocus, formatP, formatWhole } from "../chart/words";
import type { Place, RegionData } from "./regionData";
import { effectName, effectWords, r2Words } from "./words";

/** Rows that a page can hold; a file has them all. */
const listed = 500;

/** Points in view, the smallest P first. */
export function strongestOf(data: RegionData, { start, end }: Region, tracks = data.tracks.map((_, i) => i)): Place[] {
  const places: (Place & { y: number })[] = [];
  for (const track of tracks) {
    data.tracks[track]?.points.neg_log_10_p_value.forEach((y, point) => {
      const position = data.tracks[track]?.points.position[point] as number;
      if (y != null && position >= start && position <= end) places.push({ track, point, y });
    });
  }
  return places.sort((a, b) => b.y - a.y || a.point - b.point);
}

export function regionTwin(data: RegionData, region: Region): Twin {
  const all = strongestOf(data, region);
  const rows = all.slice(0, listed);
  const several = data.tracks.length > 1;
  const some = rows.length < all.length ? `The ${formatCount(rows.length)} strongest of ` : "";
  return {
    caption: `${some}${plural(all.length, "variant")} of the region`,
    columns: [
      ...(several ? [{ name: "Result" }] : []),
      { name: "Variant", kind: "mono" },
      { name: "rsID", kind: "mono" },
      { name: "EA / OA", kind: "mono" },
      { name: "r²", kind: "number" },
      { name: "P", kind: "number" },
      { name: "Effect (95 % CI)", kind: "number" },
      { name: "EAF", kind: "number" },
      { name: "N", kind: "number" },
    ],
    rows: rows.map(({ track, point }) => {
      const on = data.tracks[track] as RegionData["tracks"][number];
      const { points } = on;
      return [
        ...(several ? [markedTitle(on.result)] : []),
        formatLocus(region.chromosome, points.position[point] as number),
        points.rsid[point] || "–",
        `${points.effect_allele[point]} / ${points.other_allele[point]}`,
        points.r2 ? r2Words(points, point) : "–",
        formatP(points.neg_log_10_p_value[point]),
        `${effectName(on)} ${effectWords(on, point)}`,
        formatFrequency(points.effect_allele_frequency[point]),
        formatWhole(points.n[point]),
      ];
    }),
  };
}

const numbers = ["neg_log_10_p_value", "beta", "standard_error", "effect_allele_frequency", "n", "r2", "pip"] as const;

/** Every point of the answer as RFC 4180 text; empty cells where a number is missing. */
export function regionCsv(data: RegionData): string {
  const header = [
    "result",
    "genome_build",
    "chromosome",
    "position",
    "rsid",
    "effect_allele",
    "other_allele",
    ...numbers,
  ];
  const chromosome = data.region.chromosome.replace(/^chr/i, "");
  const rows = data.tracks.flatMap(({ result, points }) =>
    points.position.map((position, at) => [
      markedTitle(result),
      data.genome_build,
      chromosome,
      String(position),
      points.rsid[at] ?? "",
      points.effect_allele[at] ?? "",
      points.other_allele[at] ?? "",
      ...numbers.map((name) => numberCell(points[name]?.[at])),
      points.in_credible_set ? String(points.in_credible_set[at] ?? false) : "",
    ]),
  );
  return toCsv([...header, "in_credible_set"], rows);
}
