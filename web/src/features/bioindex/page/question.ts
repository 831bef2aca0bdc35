/** A query of an index, in the address and as people and scripts write it. Pure; no DOM. */
import type { BioIndexBuild } from "@/api/bioindex/bioindex";
import type { BioPlace, Question } from "@/api/bioindex/rows";
import { formatDecimal } from "@/lib/format/format";
import { own } from "@/lib/own";
import { shellWord } from "@/lib/text/shell";
import type { IndexSearch } from "./search";
import snippets from "./snippets.json";

/** One value of a question: a key, or where rows lie. */
export interface Part {
  label: string;
  /** A locus takes regions, genes and positions; that of a template takes only the identifier that it is made of. */
  kind: "key" | "locus" | "identifier";
}

/** What has to be given, in the order of the schema. */
export function partsOf({ keys, locus }: BioIndexBuild): Part[] {
  const parts: Part[] = keys.map(({ columns }) => ({ label: columns.join(" or "), kind: "key" }));
  if (!locus) return parts;
  const template = locus.column !== undefined && locus.column !== "";
  return [
    ...parts,
    template ? { label: locus.column ?? "", kind: "identifier" } : { label: "Region, gene or position", kind: "locus" },
  ];
}

/** Headers under which tables have rs numbers. */
const numbered = /^(rs|rs_?ids?|snp|snp_?id|dbsnp.*|marker_?name)$/i;

/** Whether rows are found by rs number, in a sentence; undefined where no column is called as if it had some. */
export function rsWords({ columns, keys }: Pick<BioIndexBuild, "columns" | "keys">): string | undefined {
  const column = columns.find(({ name }) => numbered.test(name))?.name;
  if (!column) return undefined;
  return keys.some((key) => key.columns.includes(column))
    ? `You can search by rsID: it is the value of ${column}.`
    : `This index cannot be searched by rsID: ${column} is not a key. Build an index of the same file with ${column} as a key.`;
}

const place = /^(?:chr)?([0-9]{1,2}|X|Y|XY|MT?):(\d+)(?:(-|\+|\/)(\d+))?$/i;

/** A place without the separators that people write into numbers; other texts stay as they are. */
export function plainLocus(text: string): string {
  const bare = text.trim().replace(/(?<=\d)[,\u00a0\u202f ](?=\d{3})/g, "");
  return place.test(bare) ? bare : text.trim();
}

/** "0.2 Mb", "15 kb", "20 bp". */
function spanWords(base: number): string {
  if (base >= 100_000) return `${formatDecimal(base / 1e6, base >= 1e7 ? 0 : 1)} Mb`;
  return base >= 1000 ? `${formatDecimal(base / 1000, 0)} kb` : `${base} bp`;
}

/** What a locus that is being typed will be read as: "region, 0.2 Mb". */
export function locusWords(text: string): string | undefined {
  const bare = plainLocus(text);
  if (bare === "") return undefined;
  const [, , start = "0", sign, other = "0"] = place.exec(bare) ?? [];
  if (/^rs\d+$/i.test(bare)) return "rsID is not a key of this index";
  if (!place.test(bare)) return "gene";
  if (!sign) return "position";
  const span = sign === "-" ? Number(other) - Number(start) + 1 : sign === "+" ? Number(other) : 2 * Number(other) + 1;
  return span > 0 ? `region, ${spanWords(span)}` : "ends before it begins";
}

/** The question of an address; undefined while not every value is given. */
export function questionOf(build: BioIndexBuild, { q = [], flank }: IndexSearch): Question | undefined {
  const parts = partsOf(build);
  if (q.length !== parts.length || q.some((value) => value === "")) return undefined;
  return { q, flank: flank || undefined };
}

export interface Lines {
  name: string;
  code: string;
}

const tokenHeader = '-H "Authorization: Bearer $COHORTIUM_TOKEN" \\\n  ';

/**
 * The same question for curl and for the R and Python packages, which read the token from the environment; `open` is
 * whether none is needed. The tests of the packages run these lines.
 */
export function elsewhere({ id, server, address }: BioPlace, { q, flank }: Question, open: boolean): Lines[] {
  const query = [...q.map((value) => ["q", value]), ...(flank ? [["flank", String(flank)]] : [])];
  const text = query.map(([name, value = ""]) => `${name}=${encodeURIComponent(value).replaceAll("%3A", ":")}`);
  const fill = (flankWord: string) => ({
    url: shellWord(`${address}?${text.join("&")}`),
    token: open ? "" : tokenHeader,
    server,
    id,
    values: q.map((value) => JSON.stringify(value)).join(", "),
    flank: flank ? `, ${flankWord}${flank}` : "",
  });
  return [
    { name: "curl", code: filled(snippets.curl, fill("")) },
    { name: "R", code: filled(snippets.R, fill("flank = ")) },
    { name: "Python", code: filled(snippets.Python, fill("flank=")) },
  ];
}

function filled(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => own(values, name) ?? "");
}
