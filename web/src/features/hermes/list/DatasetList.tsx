import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { metadataCsvUrl, phenotypesQuery, portalConfigQuery, uploadsQuery } from "@/api/hermes";
import { useNow } from "@/lib/now";
import { uploadStatuses, uploadStatusWords } from "@/lib/status";
import { tableOf } from "@/lib/table-search";
import { Can } from "@/ui/Can";
import { ButtonLink } from "@/ui/links";
import { PageHeader } from "@/ui/PageHeader";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { listColumns } from "./columns";
import { NoDatasets } from "./NoDatasets";
import { PendingFiles } from "./PendingFiles";
import { type ListSearch, list as listed, listParams } from "./search";
import { type Summary, summarySentence, waitingOptions } from "./words";

interface DatasetListProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

const rowKey = (row: { id: string }) => row.id;

export function DatasetList({ search, onSearch }: DatasetListProps) {
  const list = useQuery(uploadsQuery(listParams(search)));
  const exported = useListExport("datasets", (at) => uploadsQuery({ ...listParams(search), ...at }));
  const phenotypes = useQuery(phenotypesQuery).data?.items;
  const config = useQuery(portalConfigQuery).data;
  const now = useNow(30_000);
  const names = useMemo(
    () => ({
      phenotype: new Map(phenotypes?.map((item) => [item.name, item.description])),
      ancestry: new Map(config?.ancestries.map((item) => [item.value, item.label])),
      sex: new Map(config?.sexes.map((item) => [item.value, item.label])),
    }),
    [phenotypes, config],
  );
  const columns = useMemo(() => listColumns(names, now), [names, now]);
  const summary = list.data?.summary;
  // While there is nothing at all, the empty state has the first action.
  const filled = summary !== undefined && summary.files > 0;

  return (
    <>
      <PageHeader
        sub={summary ? filled && summarySentence(summary) : !list.error && "Reading the list"}
        actions={
          <>
            {filled && (
              <Button component="a" variant="default" href={metadataCsvUrl} download>
                Export metadata
              </Button>
            )}
            {(filled || !summary) && (
              <Can permission="uploadData">
                <ButtonLink to="/hermes/new/bulk" variant="default">
                  Upload several files
                </ButtonLink>
                <ButtonLink to="/hermes/new">Upload files</ButtonLink>
              </Can>
            )}
          </>
        }
      />
      <Can permission="uploadData">
        <PendingFiles />
      </Can>
      <QueryTable
        label="Data sets"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(listed, search, onSearch)}
        searchLabel="Search name, cohort, uploader"
        filters={<Filters search={search} onSearch={onSearch} names={names} summary={summary} />}
        empty={<NoDatasets />}
        exported={exported}
      />
    </>
  );
}

interface FiltersProps extends DatasetListProps {
  names: Record<"phenotype" | "ancestry" | "sex", ReadonlyMap<string, string>>;
  summary: Summary | undefined;
}

function Filters({ search, onSearch, names, summary }: FiltersProps) {
  const options = (map: ReadonlyMap<string, string>) => [...map].map(([value, label]) => ({ value, label }));
  return (
    <>
      <FilterChip
        label="Waiting on"
        options={waitingOptions(summary)}
        selected={search.waiting ?? []}
        onChange={(waiting) => onSearch({ waiting, after: undefined })}
      />
      <FilterChip
        label="Phenotype"
        options={options(names.phenotype)}
        selected={search.phenotype ?? []}
        onChange={(phenotype) => onSearch({ phenotype, after: undefined })}
      />
      <FilterChip
        label="Status"
        options={uploadStatuses.map((value) => ({
          value,
          label: uploadStatusWords[value].word,
          count: summary?.by_status[value] ?? 0,
        }))}
        selected={search.status ?? []}
        onChange={(status) => onSearch({ status, after: undefined })}
      />
      <FilterChip
        label="Ancestry"
        options={options(names.ancestry)}
        selected={search.ancestry ?? []}
        onChange={(ancestry) => onSearch({ ancestry, after: undefined })}
      />
      <FilterChip
        label="Sex"
        options={options(names.sex)}
        selected={search.sex ?? []}
        onChange={(sex) => onSearch({ sex, after: undefined })}
      />
    </>
  );
}
