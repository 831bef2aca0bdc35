import type { Phenotype } from "@/api/sgc/sgc";
import { formatCount } from "@/lib/format/format";
import data from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import classes from "./consortium.module.css";
import { PhenotypeMenu } from "./PhenotypeMenu";

const columns: TableColumn<Phenotype>[] = [
  {
    id: "code",
    label: "Code",
    role: "title",
    sort: "code",
    cell: ({ code, retired }) => (
      <>
        <span className={data.mono}>{code}</span> {retired && <Tag tone="neutral">Retired</Tag>}
      </>
    ),
  },
  {
    id: "description",
    label: "Description",
    sort: "description",
    cell: ({ description }) => <div className={classes.wrap}>{description}</div>,
  },
  {
    id: "aliases",
    label: "Other names",
    muted: true,
    cell: ({ aliases }) => (aliases.length > 0 ? <div className={classes.wrap}>{aliases.join(", ")}</div> : "–"),
  },
  {
    id: "used_by",
    label: "Cohorts",
    numeric: true,
    sort: "used_by",
    cell: ({ used_by }) => formatCount(used_by),
  },
];

const menu: TableColumn<Phenotype> = {
  id: "menu",
  label: "",
  role: "menu",
  cell: (phenotype) => <PhenotypeMenu phenotype={phenotype} />,
};

/** Code, description, other names, use; the reviewers' actions are last. */
export function phenotypeColumns(reviews: boolean): TableColumn<Phenotype>[] {
  return reviews ? [...columns, menu] : columns;
}
