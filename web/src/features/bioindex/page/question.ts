/** A query of an index, in the address and as people and scripts write it. Pure; no DOM. */
import type { BioIndexBuild } from "@/api/bioindex/bioindex";
import type { Question } from "@/api/bioindex/rows";
import { formatDecimal } from "@/lib/format/format";
import { shellWord } from "@/lib/text/shell";
import type { IndexSearch } from "./search";

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

/** The same question for curl, R and Python; `open` is whether no token is needed. */
export function elsewhere(address: string, { q, flank }: Question, open: boolean): Lines[] {
  const query = [...q.map((value) => ["q", value]), ...(flank ? [["flank", String(flank)]] : [])];
  const text = query.map(([name, value = ""]) => `${name}=${encodeURIComponent(value).replaceAll("%3A", ":")}`);
  const around = flank ? `, flank = ${flank}` : "";
  const values = q.map((value) => JSON.stringify(value)).join(", ");
  const given = q.length === 1 ? values : `c(${values})`;
  return [
    {
      name: "curl",
      code: `curl ${open ? "" : '-H "Authorization: Bearer $TOKEN" \\\n  '}${shellWord(`${address}?${text.join("&")}`)}`,
    },
    {
      name: "R",
      code: [
        "library(httr2)",
        `answer <- request("${address}") |>`,
        `  req_url_query(q = ${given}${around}, .multi = "explode") |>`,
        ...(open ? [] : ['  req_auth_bearer_token(Sys.getenv("TOKEN")) |>']),
        "  req_perform() |> resp_body_json(simplifyVector = TRUE)",
        "answer$data",
      ].join("\n"),
    },
    {
      name: "Python",
      code: [
        `import ${open ? "" : "os, "}pandas, requests`,
        `answer = requests.get("${address}",`,
        `    params={"q": [${values}]${flank ? `, "flank": ${flank}` : ""}}${open ? ")" : ","}`,
        ...(open ? [] : ['    headers={"Authorization": "Bearer " + os.environ["TOKEN"]})']),
        "answer.raise_for_status()",
        'pandas.DataFrame(answer.json()["data"])',
      ].join("\n"),
    },
  ];
}
