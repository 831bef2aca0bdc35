import { Link } from "@tanstack/react-router";
import type { HermesUpload } from "@/api/hermes";
import { formatCount, formatDate, formatDateTime, formatDecimal } from "@/lib/format";
import { buildName } from "@/lib/sumstats/build";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import classes from "./list.module.css";
import { RowMenu } from "./RowMenu";
import { caseWords, statusWord, waitingWords } from "./words";

export interface Names {
  /** Code to words, where known. */
  phenotype: ReadonlyMap<string, string>;
  ancestry: ReadonlyMap<string, string>;
}

function reportLink(upload: HermesUpload) {
  return (
    <Link to="/hermes/qc/$id" params={{ id: upload.id }}>
      {upload.dataset_name}
    </Link>
  );
}

function status(upload: HermesUpload) {
  const { tone, word } = statusWord(upload);
  return <Tag tone={tone}>{word}</Tag>;
}

const buildOf = (upload: HermesUpload) => buildName(upload.genome_build);

/** A value and, below it, what it goes with. */
const twoLines = (value: string, below: string) => (
  <>
    {value}
    <div className={classes.below}>{below}</div>
  </>
);

function sizes(upload: HermesUpload) {
  const effective = upload.n_effective;
  return effective ? twoLines(caseWords(upload), `N eff ${formatCount(Math.round(effective))}`) : caseWords(upload);
}

/** The columns of the list. */
export function listColumns(names: Names, now: number): TableColumn<HermesUpload>[] {
  const phenotype = (upload: HermesUpload) => names.phenotype.get(upload.phenotype) ?? upload.phenotype;
  const ancestry = (upload: HermesUpload) => names.ancestry.get(upload.ancestry) ?? upload.ancestry;
  return [
    {
      id: "dataset",
      label: "Data set",
      role: "title",
      sort: "dataset_name",
      cell: reportLink,
      text: (u) => u.dataset_name,
    },
    { id: "cohort", label: "Cohort", sort: "cohort", cell: (u) => u.cohort, text: (u) => u.cohort },
    { id: "phenotype", label: "Phenotype", muted: true, clip: true, cell: phenotype, text: phenotype },
    {
      id: "ancestry",
      label: "Ancestry",
      cell: ancestry,
      text: ancestry,
    },
    {
      id: "variants",
      card: "no",
      label: "Variants, build",
      numeric: true,
      cell: (u) => twoLines(formatCount(u.run?.rows_clean), buildOf(u)),
      text: (u) => String(u.run?.rows_clean ?? ""),
    },
    {
      id: "lambda",
      card: "no",
      label: "λ",
      numeric: true,
      cell: (u) => formatDecimal(u.run?.lambda_gc),
      text: (u) => String(u.run?.lambda_gc ?? ""),
    },
    { id: "cases", label: "Cases / controls, N eff", card: "no", numeric: true, cell: sizes, text: caseWords },
    { id: "status", label: "Status", card: "state", sort: "status", cell: status, text: (u) => u.status },
    {
      id: "waiting",
      label: "Waiting on",
      muted: true,
      cell: (u) => waitingWords(u, now),
      text: (u) => waitingWords(u, now),
    },
    {
      id: "uploaded",
      card: "no",
      label: "Uploaded",
      muted: true,
      sort: "uploaded_at",
      cell: (u) => (
        <time dateTime={u.uploaded_at} title={`${formatDateTime(u.uploaded_at)}, ${u.uploaded_by}`}>
          {formatDate(u.uploaded_at)}
        </time>
      ),
      text: (u) => u.uploaded_at,
    },
    { id: "menu", label: "", role: "menu", cell: (u) => <RowMenu upload={u} /> },
  ];
}
