import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { saveSgcFile } from "@/api/sgc/files";
import { type Phenotype, phenotypesCsvPath, sgcPhenotypesQuery } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import { pageOf } from "@/lib/list/list-page";
import { tableOf } from "@/lib/list/table-search";
import { useMay } from "@/lib/permission";
import type { Shown } from "@/lib/phenotype-list";
import { toastError } from "@/ui/dialog/toast";
import { PageHeader } from "@/ui/PageHeader";
import { ShownChoice } from "@/ui/phenotype/PhenotypeFields";
import { EmptyState } from "@/ui/state/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { PhenotypeDialog } from "./PhenotypeDialog";
import { phenotypeColumns } from "./phenotypeColumns";
import { shownPhenotypes } from "./phenotypes";
import { type PhenotypesSearch, phenotypesListed } from "./search";

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
  const columns = useMemo(() => phenotypeColumns(reviews), [reviews]);
  const download = useMutation({
    mutationFn: () => saveSgcFile(phenotypesCsvPath, "sgc_phenotypes.csv"),
    onError: (error) => toastError("The table could not be downloaded", error),
  });
  const add = reviews && <Button onClick={() => setAdding(true)}>Add phenotype</Button>;
  return (
    <>
      <PageHeader
        longSub
        sub={all ? summaryWords(all) : !list.error && "Reading the list"}
        actions={
          <>
            <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
              Export
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
        {...tableOf(phenotypesListed, search, onSearch)}
        searchLabel="Search code or name"
        filters={<ShownChoice<Shown> shown={search.show} onShown={(show) => onSearch({ show, after: undefined })} />}
        empty={
          <EmptyState title="No phenotypes yet" actions={add}>
            Phenotypes are the codes that every file of counts uses. There are none yet.
          </EmptyState>
        }
      />
      {adding && <PhenotypeDialog all={all} onClose={() => setAdding(false)} />}
    </>
  );
}

function summaryWords(all: Phenotype[]): string {
  const retired = all.filter((phenotype) => phenotype.retired).length;
  const used = all.filter((phenotype) => phenotype.used_by > 0).length;
  const gone = retired > 0 ? `, ${formatCount(retired)} retired` : "";
  return `${plural(all.length, "phenotype")}, ${formatCount(used)} in use by cohorts${gone}. Files name them by their codes.`;
}
