import { Link } from "@tanstack/react-router";
import type { Dashboard } from "@/api/hermes/dashboard";
import { formatDecimal, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import type { PlainColumn } from "@/ui/table/column";
import { PlainRows } from "@/ui/table/PlainRows";
import classes from "./dashboard.module.css";

type Outlier = Dashboard["outliers"][number];

interface Props {
  outliers: readonly Outlier[];
  /** Of how many files. */
  judged: number;
  phenotypes: ReadonlyMap<string, string>;
}

/** Accepted files whose inflation or scale their reports warn of. */
export function OutliersCard({ outliers, judged, phenotypes }: Props) {
  const of = plural(judged, "accepted file");
  return (
    <Card title="Outliers" aside={judged > 0 && `${outliers.length} of ${of}`} flush>
      <p className={classes.rule}>
        Accepted files whose report does not pass inflation (λ), LD score regression or SE–N, with the finding.
      </p>
      {outliers.length === 0 ? (
        <p className={shared.emptyNote}>{judged > 0 ? "There are no outliers." : "No file has been accepted yet."}</p>
      ) : (
        <PlainRows caption="Outliers, table" columns={columns(phenotypes)} rows={outliers} rowKey={(row) => row.id} />
      )}
    </Card>
  );
}

function columns(phenotypes: Props["phenotypes"]): PlainColumn<Outlier>[] {
  return [
    {
      id: "dataset",
      label: "Submission",
      role: "title",
      cell: ({ id, dataset_name }) => (
        <Link to="/hermes/qc/$id" params={{ id }}>
          {dataset_name}
        </Link>
      ),
    },
    { id: "phenotype", label: "Phenotype", cell: ({ phenotype }) => phenotypes.get(phenotype) ?? phenotype },
    {
      id: "lambda",
      label: "λ",
      numeric: true,
      value: (row) => row.lambda_gc,
      cell: (row) => formatDecimal(row.lambda_gc, 3),
    },
    {
      id: "lambda1000",
      label: "λ1000",
      numeric: true,
      value: (row) => row.lambda_1000,
      cell: (row) => formatDecimal(row.lambda_1000, 3),
    },
    { id: "intercept", label: "LDSC intercept", numeric: true, value: (row) => row.intercept, cell: interceptWords },
    {
      id: "sen",
      label: "SE–N",
      numeric: true,
      value: (row) => row.se_n_ratio,
      cell: (row) => formatDecimal(row.se_n_ratio),
    },
    {
      id: "why",
      label: "Finding",
      cell: ({ concerns }) => (
        <div className={classes.why}>{concerns.flatMap(({ messages }) => messages).join(" ")}</div>
      ),
    },
  ];
}

function interceptWords({ intercept, intercept_se }: Outlier): string {
  const value = formatDecimal(intercept, 3);
  return intercept_se === undefined ? value : `${value} ± ${formatDecimal(intercept_se, 3)}`;
}
