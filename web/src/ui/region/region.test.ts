import { describe, expect, it, test } from "vitest";
import { parseRegion, type Region, regionText } from "@/lib/genome/region";
import { linear } from "../chart/scale";
import { extentOf, nearestGene, packGenes } from "./genes";
import { actionOf } from "./keys";
import { awayWords, knownNear, knownWords } from "./known";
import { ldStep, notInPanel } from "./ld";
import { lowerBound, variantId, variantLabel } from "./regionData";
import { megabaseTicks } from "./regionLayout";
import { gene, regionData } from "./testing";
import { drawnTracks, pointsOfStep } from "./tracks";
import { regionCsv, regionTwin, strongestOf } from "./twin";
import { effectWords, pointFacts, trackWords } from "./words";

const region: Region = { chromosome: 4, start: 1_000_001, end: 2_000_000 };

test.each([
  [0, 0],
  [0.1999, 0],
  [0.2, 1],
  [0.3999, 1],
  [0.4, 2],
  [0.6, 3],
  [0.7999, 3],
  [0.8, 4],
  [1, 4],
  [null, notInPanel],
  [undefined, notInPanel],
  [Number.NaN, notInPanel],
])("r² of %s is step %d", (r2, step) => expect(ldStep(r2)).toBe(step));

describe("genes in lanes", () => {
  const x = linear([0, 1000], [0, 1000]);
  const lanesOf = (...genes: ReturnType<typeof gene>[]) =>
    packGenes(genes, x, 5, 500).placed.map(({ gene: { symbol }, lane }) => `${symbol} ${lane}`);

  it("stand beside each other where there is room", () => {
    expect(lanesOf(gene("A", 100, 200), gene("B", 300, 400))).toEqual(["A 0", "B 0"]);
  });

  it("stand below each other where they overlap", () => {
    expect(lanesOf(gene("A", 100, 400), gene("B", 300, 500), gene("C", 480, 700))).toEqual(["A 0", "B 1", "C 0"]);
  });

  it("keep apart by their names, not only by their bodies", () => {
    const [a, b] = [gene("LINC01438", 500, 501), gene("LINC01439", 540, 541)];
    expect(lanesOf(a, b)).toEqual(["LINC01438 0", "LINC01439 1"]);
  });

  it("leaves out those outside, and counts what finds no lane: the nearest to the middle stay", () => {
    const many = Array.from({ length: 9 }, (_, i) => gene(`G${i}`, 100 + i, 900));
    const { placed, lanes, more } = packGenes([...many, gene("OUT", 2000, 3000), gene("MID", 499, 501)], x, 3, 500);
    expect([placed.length, lanes, more]).toEqual([3, 3, 7]);
    expect(packGenes([gene("FAR", 0, 100), gene("MID", 40, 120)], x, 1, 110).placed[0]?.gene.symbol).toBe("MID");
  });

  it("never touch, however many there are", () => {
    const seed = (i: number) => ((i * 7919) % 997) / 997;
    const genes = Array.from({ length: 200 }, (_, i) =>
      gene(`GENE${i}`, seed(i) * 1000, seed(i) * 1000 + seed(i + 1) * 80),
    );
    const { placed } = packGenes(genes, x, 40, 500);
    for (const [i, one] of placed.entries()) {
      for (const other of placed.slice(i + 1).filter(({ lane }) => lane === one.lane)) {
        const [[a, b], [c, d]] = [extentOf(one.gene, x), extentOf(other.gene, x)];
        expect(b < c || d < a).toBe(true);
      }
    }
    expect(placed.length).toBeGreaterThan(100);
  });

  it("the nearest gene holds the position, or is the closest", () => {
    const genes = [gene("A", 100, 200), gene("B", 300, 400)];
    expect([150, 240, 260, 900].map((at) => nearestGene(genes, at)?.symbol)).toEqual(["A", "A", "B", "B"]);
    expect(nearestGene([], 5)).toBeUndefined();
  });
});

describe("ticks in megabases", () => {
  test.each([
    ["4:110900000-112100000", 624, ["111.0", "111.2", "111.4", "111.6", "111.8", "112.0"]],
    ["4:110900000-112100000", 300, ["111.0", "111.5", "112.0"]],
    ["4:1000001-1001000", 400, ["1.0002", "1.0004", "1.0006", "1.0008", "1.0010"]],
  ])("%s on %d px", (text, width, want) => {
    expect(megabaseTicks(parseRegion(text) ?? region, width).map(({ label }) => label)).toEqual(want);
  });
});

describe("points of a track", () => {
  const data = regionData();

  it("are drawn by rising r², hollow ones first, the one LD is measured to as the strongest", () => {
    const [track] = drawnTracks(data);
    expect(track?.order).toEqual([3, 0, 2, 1]);
    expect([-1, 0, 1, 2, 3, 4].map((step) => track && pointsOfStep(track, step))).toEqual([[3], [0], [], [2], [], [1]]);
    expect(track?.reference).toBeUndefined();
  });

  it("are all of one kind where there is no LD", () => {
    const [, second] = drawnTracks(data);
    expect(second?.step).toBeUndefined();
    expect(second && pointsOfStep(second, 0)).toEqual([0]);
    expect(second && pointsOfStep(second, 4)).toEqual([]);
  });

  it("name what was chosen where it is another than the lead, whichever way its alleles stand", () => {
    const chosen = { id: "4:1200000:C:T", chromosome: "4", position: 1_200_000, effect_allele: "C", other_allele: "T" };
    expect(drawnTracks(regionData({ ld: { source: "panel", sources: [], variant: chosen } }))[0]?.reference).toBe(0);
    const another = { ...chosen, effect_allele: "G" };
    expect(
      drawnTracks(regionData({ ld: { source: "panel", sources: [], variant: another } }))[0]?.reference,
    ).toBeUndefined();
  });

  it("are found by position", () => {
    expect([0, 5, 6, 9].map((at) => lowerBound([5, 5, 7], at))).toEqual([0, 0, 2, 3]);
  });

  it("have names", () => {
    const { points } = data.tracks[0] as (typeof data.tracks)[number];
    expect(variantId(4, points, 1)).toBe("4:1500000:C:T");
    expect(variantLabel(4, points, 1)).toBe("rs2");
    expect(variantLabel(23, points, 3)).toBe("X:1,900,000");
  });
});

describe("words", () => {
  const [first, second] = regionData().tracks as [ReturnType<typeof regionData>["tracks"][number], never];

  it("tell effects as the scale of the result says: exp(0.1) and exp(0.1 ± 1.96 × 0.02)", () => {
    expect(effectWords(first, 1)).toBe("1.11 (1.06–1.15)");
    expect(effectWords(second, 0)).toMatch(/^0\.1/);
  });

  it("tell the facts of a point, with what is not in the panel", () => {
    const facts = Object.fromEntries(pointFacts(4, first, 1).facts);
    expect(facts).toMatchObject({ P: "1.0e-20", EAF: "0.110", "r²": "1.00", PIP: "0.9, in the credible set" });
    expect(Object.fromEntries(pointFacts(4, first, 3).facts)["r²"]).toBe("not in panel");
  });

  it("say what was left out", () => {
    expect(trackWords(first)).toBe("12 studies, N 1,421,316, 5 variants");
    expect(trackWords({ ...first, total: 30_000 })).toBe("12 studies, N 1,421,316, 5 of 30,000 variants");
  });
});

describe("table and file", () => {
  const data = regionData();

  it("list what is in view, the smallest P first", () => {
    expect(strongestOf(data, region, [0]).map(({ point }) => point)).toEqual([1, 2, 0, 3]);
    expect(strongestOf(data, { ...region, end: 1_400_000 }, [0]).map(({ point }) => point)).toEqual([0]);
    expect(regionTwin(data, region).rows[0]?.slice(0, 5)).toEqual(["HF all", "4:1,500,000", "rs2", "T / C", "1.00"]);
  });

  it("write every point, empty where a number is missing", () => {
    const lines = regionCsv(data).split("\r\n");
    expect(lines[0]).toBe(
      "result,genome_build,chromosome,position,rsid,effect_allele,other_allele,neg_log_10_p_value,beta,standard_error,effect_allele_frequency,n,r2,pip,in_credible_set",
    );
    expect(lines[2]).toBe("HF all,GRCh37,4,1500000,rs2,T,C,20,0.1,0.02,0.11,1421316,1,0.9,true");
    expect(lines[5]).toBe("HF all,GRCh37,4,1950000,,T,C,,0.1,0.02,0.11,1421316,,0,false");
    expect(lines).toHaveLength(8);
  });
});

describe("keys", () => {
  const tracks = drawnTracks(regionData());
  const press = (key: string, place?: { track: number; point: number }, shiftKey = false) => {
    const action = actionOf({ key, shiftKey }, { tracks, region, place });
    if (action?.kind === "region") return regionText(action.region);
    return action && "place" in action ? `${action.kind} ${action.place.track}/${action.place.point}` : action?.kind;
  };
  test.each<[string, { track: number; point: number } | undefined, string | undefined]>([
    ["ArrowRight", undefined, "point 0/1"],
    ["ArrowRight", { track: 0, point: 1 }, "point 0/2"],
    ["ArrowRight", { track: 0, point: 3 }, undefined],
    ["ArrowLeft", { track: 0, point: 1 }, "point 0/0"],
    ["ArrowLeft", { track: 0, point: 0 }, undefined],
    ["ArrowDown", { track: 0, point: 2 }, "point 1/0"],
    ["ArrowUp", { track: 1, point: 0 }, "point 0/1"],
    ["ArrowDown", { track: 1, point: 0 }, undefined],
    ["Home", { track: 0, point: 3 }, "point 0/1"],
    ["Enter", { track: 0, point: 3 }, "choose 0/3"],
    ["Enter", undefined, undefined],
    ["Escape", { track: 0, point: 3 }, "leave"],
    ["+", undefined, "4:1250001-1750000"],
    ["-", undefined, "4:500001-2500000"],
    ["PageDown", undefined, "4:1500001-2500000"],
    ["a", undefined, undefined],
  ])("%s at %j: %s", (key, place, want) => expect(press(key, place)).toBe(want));

  it("Shift with an arrow moves along the chromosome", () => {
    expect(press("ArrowLeft", undefined, true)).toBe("4:500001-1500000");
    expect(press("ArrowRight", undefined, true)).toBe("4:1500001-2500000");
  });
});

describe("known loci", () => {
  const known = (...positions: number[]) => ({
    source: "catalog 2026",
    total: positions.length,
    items: positions.map((position) => ({
      position,
      variant: `rs${position}`,
      trait: "Height",
      neg_log_10_p_value: 9,
      pubmed_id: "5",
      more: 0,
    })),
  });

  test.each([
    [1_000, 1_000],
    [1_400, 1_000],
    [1_600, 2_000],
    [502_000, 2_000],
    [502_001, undefined],
    [1, 1_000],
  ])("the nearest to %d is at %s", (position, want) => {
    expect(knownNear(known(1_000, 2_000), position)?.position).toBe(want);
  });

  test("the words of one", () => {
    const [one] = known(2_000).items;
    if (!one) throw new Error();
    expect([awayWords(one, 2_000), awayWords(one, 500), awayWords(one, 14_000)]).toEqual(["at it", "1.5 kb", "12 kb"]);
    expect(knownWords({ ...one, more: 3 })).toBe("rs2000, Height, PubMed 5, and 3 more");
  });
});
