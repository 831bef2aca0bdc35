import type { HermesPhenotype } from "@/api/hermes";
import { formatCount, formatDate } from "@/lib/format";
import { AnchorLink } from "@/ui/links";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import { PhenotypeMenu } from "./PhenotypeMenu";
import classes from "./phenotypes.module.css";
import { kindWords } from "./words";

/** Code, description, kind, terms, other names, data sets; what reviewers can do stands at the end. */
export function phenotypeColumns(reviews: boolean): TableColumn<HermesPhenotype>[] {
  const columns: TableColumn<HermesPhenotype>[] = [
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
      cell: ({ terms }) => (terms.length > 0 ? <span className={classes.mono}>{terms.join(", ")}</span> : "–"),
    },
    {
      id: "synonyms",
      label: "Other names",
      muted: true,
      cell: ({ synonyms }) => (synonyms.length > 0 ? <div className={classes.wrap}>{synonyms.join(", ")}</div> : "–"),
    },
    {
      id: "datasets",
      label: "Data sets",
      numeric: true,
      sort: "datasets",
      cell: ({ name, datasets }) =>
        datasets > 0 ? (
          <AnchorLink to="/hermes" search={{ phenotype: [name] }} className={classes.count}>
            {formatCount(datasets)}
          </AnchorLink>
        ) : (
          "0"
        ),
    },
  ];
  if (!reviews) return columns;
  const menu: TableColumn<HermesPhenotype> = {
    id: "menu",
    label: "",
    role: "menu",
    cell: (phenotype) => <PhenotypeMenu phenotype={phenotype} />,
  };
  return [...columns, menu];
}
