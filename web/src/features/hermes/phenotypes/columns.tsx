import type { HermesPhenotype } from "@/api/hermes/hermes";
import { formatCount, formatDate, plural } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import data from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { PhenotypeMenu } from "./PhenotypeMenu";
import { isRetired } from "./phenotypes";
import classes from "./phenotypes.module.css";
import { kindWords } from "./words";

/** The submissions of a phenotype, as a link where there are any. */
function Datasets({ phenotype, words }: { phenotype: HermesPhenotype; words: string }) {
  if (phenotype.datasets === 0) return words;
  return (
    <AnchorLink to="/hermes" search={{ phenotype: [phenotype.name] }} className={classes.count}>
      {words}
    </AnchorLink>
  );
}

/** On a narrow screen: a row of two lines, with the name and the facts. */
const inTwoLines: TableColumn<HermesPhenotype> = {
  id: "description",
  label: "Phenotype",
  role: "title",
  sort: "description",
  cell: (phenotype) => (
    <>
      {phenotype.description} {isRetired(phenotype) && <Tag tone="neutral">Retired</Tag>}
      <span className={classes.second}>
        <span className={data.mono}>{[phenotype.name, ...phenotype.terms].join(" · ")}</span> ·{" "}
        {phenotype.dichotomous ? "" : "measured · "}
        <Datasets phenotype={phenotype} words={plural(phenotype.datasets, "submission")} />
      </span>
    </>
  ),
};

const inColumns: TableColumn<HermesPhenotype>[] = [
  {
    id: "description",
    label: "Phenotype",
    role: "title",
    sort: "description",
    cell: ({ description, name, retired_at }) => (
      <div className={classes.wrap}>
        {description} {retired_at && <Tag tone="neutral">Retired {formatDate(retired_at)}</Tag>}
        <span className={classes.code}>{name}</span>
      </div>
    ),
  },
  { id: "kind", label: "Kind", sort: "kind", cell: kindWords },
  {
    id: "terms",
    label: "Ontology terms",
    muted: true,
    cell: ({ terms }) => (terms.length > 0 ? <span className={data.mono}>{terms.join(", ")}</span> : "–"),
  },
  {
    id: "synonyms",
    label: "Other names",
    muted: true,
    cell: ({ synonyms }) => (synonyms.length > 0 ? <div className={classes.wrap}>{synonyms.join(", ")}</div> : "–"),
  },
  {
    id: "datasets",
    label: "Submissions",
    numeric: true,
    sort: "datasets",
    cell: (phenotype) => <Datasets phenotype={phenotype} words={formatCount(phenotype.datasets)} />,
  },
];

/** What two lines can be sorted by besides; the lines say it. */
const onlyOrders = inColumns
  .filter(({ sort, role }) => sort && !role)
  .map((column) => ({ ...column, role: "order" as const }));

const menu: TableColumn<HermesPhenotype> = {
  id: "menu",
  label: "",
  role: "menu",
  cell: (phenotype) => <PhenotypeMenu phenotype={phenotype} />,
};

/** Phenotype, kind, terms, other names, submissions; the reviewers' actions are last. */
export function phenotypeColumns(reviews: boolean, narrow: boolean): TableColumn<HermesPhenotype>[] {
  return [...(narrow ? [inTwoLines, ...onlyOrders] : inColumns), ...(reviews ? [menu] : [])];
}
