import { Link } from "@tanstack/react-router";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { numberCell } from "@/lib/text/csv";
import { Day } from "@/ui/Day";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import classes from "./list.module.css";
import { RowMenu } from "./RowMenu";
import { statusWord, verdictWord, waitingWords } from "./words";

export interface Names {
  /** Code to words, where known. */
  phenotype: ReadonlyMap<string, string>;
  ancestry: ReadonlyMap<string, string>;
  /** Codes of the phenotypes that are measured, without cases. */
  measured: ReadonlySet<string>;
}

function reportLink(upload: HermesUploadRow) {
  return (
    <Link to="/hermes/qc/$id" params={{ id: upload.id }}>
      {upload.dataset_name}
    </Link>
  );
}

function status(upload: HermesUploadRow) {
  const { tone, word } = statusWord(upload);
  return <Tag tone={tone}>{word}</Tag>;
}

function verdict(upload: HermesUploadRow) {
  const words = verdictWord(upload);
  if (!words) return "–";
  return (
    <span className={classes.verdict} data-tone={words.tone}>
      {words.word}
    </span>
  );
}

/**
 * The sample size for power: effective N of cases and controls, or all participants of a
 * quantitative trait.
 */
function effectiveN({ n_effective, n_total, phenotype }: HermesUploadRow, { measured }: Names): number | undefined {
  if (n_effective != null) return Math.round(n_effective);
  return measured.has(phenotype) ? n_total : undefined;
}

/** "GRCh37", or "38 → 37" of a file that is lifted over to the build of the consortium. */
function shortBuild(build: string, target: string | undefined): string {
  const short = (code: string) => buildName(code).split(" ")[0] ?? code;
  const [from, to] = [short(build), short(target ?? build)];
  return from === to ? from : `${from.replace(/\D/g, "")} → ${to.replace(/\D/g, "")}`;
}

/** A column of counts. */
const number = (
  sort: string,
  label: string,
  of: (upload: HermesUploadRow) => number | null | undefined,
): TableColumn<HermesUploadRow> => ({
  id: sort,
  label,
  sort,
  card: "no",
  wide: true,
  numeric: true,
  cell: (u) => formatCount(of(u)),
  text: (u) => numberCell(of(u)),
});

/** The columns of the list. */
export function listColumns(names: Names, now: number, target: string | undefined): TableColumn<HermesUploadRow>[] {
  const phenotype = (upload: HermesUploadRow) => names.phenotype.get(upload.phenotype) ?? upload.phenotype;
  const ancestry = (upload: HermesUploadRow) => names.ancestry.get(upload.ancestry) ?? upload.ancestry;
  return [
    {
      id: "dataset",
      label: "Submission",
      role: "title",
      sort: "dataset_name",
      cell: reportLink,
      text: (u) => u.dataset_name,
    },
    { id: "cohort", label: "Cohort", sort: "cohort", clip: true, cell: (u) => u.cohort, text: (u) => u.cohort },
    { id: "phenotype", label: "Phenotype", muted: true, clip: true, cell: phenotype, text: phenotype },
    { id: "ancestry", label: "Ancestry", cell: ancestry, text: ancestry },
    {
      id: "build",
      label: "Build",
      card: "no",
      wide: true,
      cell: (u) => shortBuild(u.genome_build, target),
      text: (u) => buildName(u.genome_build),
    },
    number("variants", "Variants", (u) => u.run?.rows_clean),
    number("cases", "Cases", (u) => u.cases),
    number("controls", "Controls", (u) => u.controls),
    { ...number("n_effective", "N eff", (u) => effectiveN(u, names)), wide: false },
    {
      id: "lambda",
      card: "no",
      label: "λ",
      numeric: true,
      sort: "lambda",
      cell: (u) => formatDecimal(u.run?.lambda_gc),
      text: (u) => numberCell(u.run?.lambda_gc),
    },
    { id: "verdict", label: "QC", sort: "qc", cell: verdict, text: (u) => verdictWord(u)?.word ?? "" },
    { id: "status", label: "Status", card: "state", sort: "status", cell: status, text: (u) => u.status },
    {
      id: "waiting",
      label: "Waiting on",
      muted: true,
      narrow: true,
      cell: (u) => waitingWords(u, now),
      text: (u) => waitingWords(u, now),
    },
    {
      id: "uploaded",
      card: "no",
      wide: true,
      label: "Uploaded",
      muted: true,
      sort: "uploaded_at",
      cell: (u) => <Day at={u.uploaded_at} by={u.uploaded_by} />,
      text: (u) => u.uploaded_at,
    },
    { id: "menu", label: "", role: "menu", cell: (u) => <RowMenu upload={u} /> },
  ];
}
