import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { codesQuery, type DatasetCodes } from "@/api/datasets/datasets";
import { type PublicDatasetRow, publicDatasetsQuery } from "@/api/datasets/public";
import { formatBytes, formatCount, plural } from "@/lib/format/format";
import { tableOf } from "@/lib/list/table-search";
import { Day } from "@/ui/Day";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import type { TableColumn } from "@/ui/table/column";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { labelOf } from "../words";
import classes from "./public.module.css";
import { type PublicSearch, publicFilters, publicListed, publicParams } from "./search";

interface Props {
  search: PublicSearch;
  onSearch: (change: Partial<PublicSearch>) => void;
}

const rowKey = (row: PublicDatasetRow) => row.id;

/** The data sets that everybody may read. */
export function PublicList({ search, onSearch }: Props) {
  const list = useQuery(publicDatasetsQuery(publicParams(search)));
  const codes = useQuery(codesQuery).data;
  const columns = useMemo(() => columnsOf(codes), [codes]);
  const filtered = publicListed.isFiltered(search);
  return (
    <>
      <PageHeader longSub sub={list.data ? summary(list.data.total, filtered) : !list.error && "Reading the list"} />
      <QueryTable
        label="Public data sets"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(publicListed, search, onSearch)}
        searchLabel="Search phenotype, study, people"
        filters={<Filters search={search} onSearch={onSearch} codes={codes} />}
        empty={
          <EmptyState title="Nothing is public yet">
            Public data sets are listed here. You can view, download and cite them without an account.
          </EmptyState>
        }
      />
    </>
  );
}

function summary(total: number, filtered: boolean): string {
  const sets = total === 0 ? "No data set" : plural(total, "data set");
  if (filtered) return `${sets} ${total > 1 ? "match" : "matches"} the search and filters.`;
  return `${sets} to view, download and cite. No account required.`;
}

const names = { ancestry: "Ancestry", data_type: "Data type", genome_build: "Genome build", sex: "Sex" } as const;

function Filters({ search, onSearch, codes }: Props & { codes: DatasetCodes | undefined }) {
  return publicFilters.map((name) => (
    <FilterChip
      key={name}
      label={names[name]}
      options={codes?.[name] ?? []}
      selected={search[name] ?? []}
      onChange={(selected) => onSearch({ [name]: selected, after: undefined })}
    />
  ));
}

function columnsOf(codes: DatasetCodes | undefined): TableColumn<PublicDatasetRow>[] {
  return [
    {
      id: "name",
      label: "Data set",
      role: "title",
      sort: "name",
      cell: (row) => (
        <div className={classes.named}>
          <Link to="/p/datasets/$id" params={{ id: row.id }}>
            {row.title}
          </Link>
          {row.title !== row.name && <span className={classes.under}>{row.name}</span>}
        </div>
      ),
    },
    { id: "ancestry", label: "Ancestry", cell: (row) => labelOf(codes?.ancestry, row.ancestry) },
    { id: "type", label: "Data type", cell: (row) => labelOf(codes?.data_type, row.data_type) },
    { id: "build", label: "Genome build", cell: (row) => labelOf(codes?.genome_build, row.genome_build) },
    {
      id: "n",
      label: "People",
      numeric: true,
      sort: "global_sample_size",
      cell: (row) => formatCount(row.global_sample_size),
    },
    {
      id: "size",
      label: "Files",
      numeric: true,
      sort: "bytes",
      cell: (row) => (row.files > 0 ? formatBytes(row.bytes) : "–"),
    },
    {
      id: "updated",
      label: "Changed",
      muted: true,
      sort: "updated_at",
      cell: (row) => <Day at={row.updated_at} />,
    },
  ];
}
