import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Phenotype, phenotypesCsvPath, saveSgcFile, sgcPhenotypesQuery } from "@/api/sgc";
import { formatCount, plural } from "@/lib/format";
import { pageOf } from "@/lib/list-page";
import { useMay } from "@/lib/permission";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { toastError } from "@/ui/toast";
import classes from "./consortium.module.css";
import { PhenotypeDialog } from "./PhenotypeDialog";
import { phenotypeColumns } from "./phenotypeColumns";
import { isFiltered, noFilters, type PhenotypesSearch, shownPhenotypes } from "./phenotypes";

interface Props {
  search: PhenotypesSearch;
  onSearch: (change: Partial<PhenotypesSearch>) => void;
}

const rowKey = (phenotype: Phenotype) => phenotype.code;

/** The phenotypes of the consortium; reviewers keep the list. */
export function PhenotypesPage({ search, onSearch }: Props) {
  const list = useQuery(sgcPhenotypesQuery());
  const all = list.data?.items;
  const reviews = useMay("sgc-review-data");
  const [adding, setAdding] = useState(false);
  const columns = useMemo(() => phenotypeColumns(all ?? [], reviews), [all, reviews]);
  const download = useMutation({
    mutationFn: () => saveSgcFile(phenotypesCsvPath, "sgc_phenotypes.csv"),
    onError: (error) => toastError("The table could not be downloaded", error),
  });
  const add = reviews && <Button onClick={() => setAdding(true)}>Add phenotype</Button>;
  return (
    <>
      <PageHeader
        sub={all ? summaryWords(all) : !list.error && "Reading the list"}
        actions={
          <>
            <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
              Download table
            </Button>
            {add}
          </>
        }
      />
      <QueryTable
        label="Phenotypes"
        columns={columns}
        rowKey={rowKey}
        answer={{ ...list, data: all && pageOf(shownPhenotypes(all, search), search, rowKey) }}
        search={search}
        onSearch={onSearch}
        defaultSort="code"
        searchLabel="Search code or name"
        filters={
          <NativeSelect
            className={classes.choice}
            aria-label="Which phenotypes"
            value={search.show ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onSearch({ show: value === "current" || value === "retired" ? value : undefined, after: undefined })
            }
            data={[
              { value: "", label: "All" },
              { value: "current", label: "Without retired" },
              { value: "retired", label: "Only retired" },
            ]}
          />
        }
        empty={
          <EmptyState title="No phenotypes yet" actions={add}>
            Phenotypes are the codes that every file of counts uses. There are none yet.
          </EmptyState>
        }
        filtered={isFiltered(search)}
        onClearFilters={() => onSearch(noFilters)}
      />
      {adding && <PhenotypeDialog all={all ?? []} onClose={() => setAdding(false)} />}
    </>
  );
}

function summaryWords(all: Phenotype[]): string {
  const retired = all.filter((phenotype) => phenotype.retired).length;
  const used = all.filter((phenotype) => phenotype.used_by > 0).length;
  const gone = retired > 0 ? `, ${formatCount(retired)} retired` : "";
  return `${plural(all.length, "phenotype")}, ${formatCount(used)} in use by cohorts${gone}. Files name them by their codes.`;
}
