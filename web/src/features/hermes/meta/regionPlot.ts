/** Builds the figure of one region: every row of the result as a point. */
import { plural } from "@/lib/format";
import { interval } from "@/ui/chart/forest";
import { Genome } from "@/ui/chart/genome";
import { genomeAxis, negLog10Axis } from "@/ui/chart/manhattan";
import type { ChartModel, Fact, Facts, Mark, Points } from "@/ui/chart/model";
import { toneIndex } from "@/ui/chart/model";
import { upTo } from "@/ui/chart/scale";
import type { Twin } from "@/ui/chart/TwinTable";
import { formatLocus, formatNumber, formatP, formatWhole } from "@/ui/chart/words";
import { type Region, type ResultRow, regionWords } from "./region";

const genomeWide = 7.30103;

export function regionModel(rows: readonly ResultRow[], region: Region): ChartModel {
  const drawn = rows.filter((row) => row.chromosome === region.chromosome && Number.isFinite(row.negLog10P));
  const genome = Genome.of([{ code: region.chromosome, length: region.end }]);
  const highest = Math.max(genomeWide * 1.15, ...drawn.map((row) => row.negLog10P));
  const best = drawn.reduce<ResultRow | undefined>(
    (top, row) => (top && top.negLog10P >= row.negLog10P ? top : row),
    undefined,
  );
  return {
    title: `Region ${regionWords(region)}`,
    summary: `${plural(drawn.length, "variant")}${best ? `; strongest P ${formatP(best.negLog10P)}` : ""}.`,
    x: { ...genomeAxis(genome), domain: [region.start, region.end] },
    y: negLog10Axis(upTo(highest, 5)[1]),
    areas: [],
    cells: [],
    lines: [{ points: [region.start, genomeWide, region.end, genomeWide], tone: "highlight", dash: [4, 4] }],
    points: [rowPoints(drawn, (row) => row.position, best)],
    marks: best ? [markOf(best)] : [],
  };
}

/** Every row as a point at a place of the axis; rows without P are left out. */
export function rowPoints(rows: readonly ResultRow[], place: (row: ResultRow) => number, best?: ResultRow): Points {
  const drawn = rows.filter((row) => Number.isFinite(row.negLog10P));
  return {
    x: drawn.map(place),
    y: drawn.map((row) => row.negLog10P),
    tone: drawn.map((row) => toneIndex(row === best ? "highlight" : "first")),
    size: 4,
    shape: "dot",
    describe: (i) => factsOf(drawn[i] as ResultRow),
  };
}

function markOf(row: ResultRow): Mark {
  return {
    key: "strongest",
    x: row.position,
    y: row.negLog10P,
    text: row.rsid || formatLocus(row.chromosome, row.position),
    facts: factsOf(row),
  };
}

function factsOf(row: ResultRow): Facts {
  const facts: Fact[] = [
    ["P", row.p || formatP(row.negLog10P)],
    ["Effect / other", `${row.effectAllele} / ${row.otherAllele}`],
    ["Beta (SE)", `${formatNumber(row.beta)} (${formatNumber(row.se)})`],
    ["EAF", formatNumber(row.eaf)],
    ["Direction", row.direction],
  ];
  if (row.rsid) facts.unshift(["rsID", row.rsid]);
  return { title: formatLocus(row.chromosome, row.position), facts };
}

export function regionTwin(rows: readonly ResultRow[], oddsRatio: boolean): Twin {
  return {
    caption: `${plural(rows.length, "variant")} of the region by position`,
    columns: [
      { name: "Variant", kind: "mono" },
      { name: "rsID", kind: "mono" },
      { name: "EA / OA", kind: "mono" },
      { name: "EAF", kind: "number" },
      { name: oddsRatio ? "OR (95 % CI)" : "Beta (95 % CI)", kind: "number" },
      { name: "P", kind: "number" },
      { name: "N", kind: "number" },
      { name: "I²", kind: "number" },
      { name: "Direction", kind: "mono" },
    ],
    rows: rows.map((row) => [
      formatLocus(row.chromosome, row.position),
      row.rsid || "–",
      `${row.effectAllele} / ${row.otherAllele}`,
      formatNumber(row.eaf),
      row.beta === undefined ? "–" : interval({ name: "", beta: row.beta, se: row.se }, oddsRatio),
      row.p || "–",
      formatWhole(row.n),
      row.i2 === undefined ? "–" : `${row.i2.toFixed(0)} %`,
      row.direction,
    ]),
  };
}
