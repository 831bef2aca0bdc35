import { Link } from "@tanstack/react-router";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { formatCount, formatDateTime, formatDecimal } from "@/lib/format/format";
import { listCell, numberCell } from "@/lib/text/csv";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { changedNames, inputWords, schemeName, statusWord } from "../words";

function nameLink(meta: MetaAnalysis) {
  return (
    <Link to="/hermes/ma/$id" params={{ id: meta.id }}>
      {meta.name}
    </Link>
  );
}

function status(meta: MetaAnalysis) {
  const { tone, word } = statusWord(meta);
  return (
    <>
      <Tag tone={tone}>{word}</Tag>
      {meta.input_changes.length > 0 && (
        <span title={meta.input_changes.map(({ sentence }) => sentence).join("\n")}>
          {" "}
          <Tag tone="warn">Input changed</Tag>
        </span>
      )}
    </>
  );
}

/** Short names; the page of the run shows the full ones. */
const shortSchemes = {
  ivw: "Fixed effect",
  random: "Random effects",
  samplesize: "Sample size",
  metaregression: "Meta-regression",
} as const;

/** The columns of the list; `phenotypes` maps codes to names. */
export function metaColumns(phenotypes: ReadonlyMap<string, string>): TableColumn<MetaAnalysis>[] {
  const phenotype = (meta: MetaAnalysis) => phenotypes.get(meta.phenotype) ?? meta.phenotype;
  return [
    { id: "name", label: "Name", role: "title", sort: "name", cell: nameLink, text: (m) => m.name },
    { id: "phenotype", label: "Phenotype", muted: true, clip: true, cell: phenotype, text: phenotype },
    {
      id: "datasets",
      label: "Submissions",
      numeric: true,
      sort: "datasets",
      cell: (m) => <span title={inputWords(m)}>{formatCount(m.inputs.length)}</span>,
      text: (m) => listCell(m.inputs.map((input) => input.dataset_name)),
    },
    {
      id: "scheme",
      card: "no",
      label: "Scheme",
      muted: true,
      cell: (m) => <span title={schemeName(m.options)}>{shortSchemes[m.options.scheme]}</span>,
      text: (m) => m.options.scheme,
    },
    {
      id: "variants",
      card: "no",
      label: "Variants",
      numeric: true,
      sort: "variants",
      cell: (m) => formatCount(m.n_variants),
      text: (m) => numberCell(m.n_variants),
    },
    {
      id: "loci",
      label: "Loci",
      numeric: true,
      sort: "loci",
      cell: (m) => formatCount(m.n_loci),
      text: (m) => numberCell(m.n_loci),
    },
    {
      id: "lambda",
      card: "no",
      label: "λ",
      numeric: true,
      sort: "lambda",
      cell: (m) => formatDecimal(m.lambda_gc),
      text: (m) => numberCell(m.lambda_gc),
    },
    {
      id: "status",
      label: "Status",
      card: "state",
      cell: status,
      text: (m) => [statusWord(m).word, changedNames(m)].filter(Boolean).join(". "),
    },
    { id: "by", label: "By", card: "no", muted: true, cell: (m) => m.created_by, text: (m) => m.created_by },
    {
      id: "started",
      label: "Started",
      sort: "created_at",
      muted: true,
      numeric: true,
      cell: (m) => formatDateTime(m.created_at),
      text: (m) => m.created_at,
    },
  ];
}
