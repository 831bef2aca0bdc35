import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type HermesUploadRow,
  metadataCsvUrl,
  phenotypesQuery,
  portalConfigQuery,
  uploadsQuery,
} from "@/api/hermes/hermes";
import { reviewersQuery } from "@/api/hermes/review";
import { formatCount } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { facetsOf } from "@/lib/list/facets";
import { tableOf } from "@/lib/list/table-search";
import { useMay } from "@/lib/permission";
import { uploadStatuses, uploadStatusWords } from "@/lib/status";
import { Can } from "@/ui/action/Can";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { choiceColumn, useChosen } from "@/ui/table/chosen";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { useQueueKeys } from "../qc/useQueueKeys";
import { ChosenBar } from "./ChosenBar";
import { listColumns } from "./columns";
import { NoDatasets } from "./NoDatasets";
import { PendingFiles } from "./PendingFiles";
import { type ListSearch, list as listed, listParams, unassigned, verdicts, you } from "./search";
import { type Summary, summarySentence, verdictWords, waitingOptions } from "./words";

interface DatasetListProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

const noRows: never[] = [];
const rowKey = (row: { id: string }) => row.id;
const nameOf = (row: HermesUploadRow) => row.dataset_name;
const noun = ["file", "files"] as const;

/**
 * The submissions that the reader may see, with filters, counts of each value and an export of all pages. The address
 * keeps the filters.
 */
export function DatasetList({ search, onSearch }: DatasetListProps) {
  const list = useQuery(uploadsQuery(listParams(search)));
  const exported = useListExport("datasets", (at) => uploadsQuery({ ...listParams(search), ...at }));
  const phenotypes = useQuery(phenotypesQuery).data?.items;
  const config = useQuery(portalConfigQuery).data;
  const target = config?.target_genome_build;
  const now = useNow(30_000);
  const names = useMemo(
    () => ({
      phenotype: new Map(phenotypes?.map((item) => [item.name, item.description])),
      measured: new Set(phenotypes?.filter(({ dichotomous }) => !dichotomous).map(({ name }) => name)),
      ancestry: new Map(config?.ancestries.map((item) => [item.value, item.label])),
      sex: new Map(config?.sexes.map((item) => [item.value, item.label])),
    }),
    [phenotypes, config],
  );
  useQueueKeys("");
  const { chosen, put, clear } = useChosen(list.data?.items);
  const rows = list.data?.items ?? noRows;
  const columns = useMemo(
    () => [choiceColumn(rows, { chosen, put, nameOf, noun }), ...listColumns(names, now, target)],
    [rows, chosen, put, names, now, target],
  );
  const summary = list.data?.summary;
  // While there is nothing at all, the empty state has the first action.
  const filled = summary !== undefined && summary.files > 0;

  return (
    <>
      <PageHeader
        longSub
        sub={summary ? filled && summarySentence(summary) : !list.error && "Reading the list"}
        actions={
          <>
            {filled ? (
              <Button component="a" variant="default" href={metadataCsvUrl} download>
                Export metadata
              </Button>
            ) : (
              !summary && (
                <Button variant="default" disabled>
                  Export metadata
                </Button>
              )
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
      <ChosenBar chosen={chosen} onDrop={(done) => put(done, false)} onClear={clear} />
      <QueryTable
        label="Submissions"
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
  const reviews = useMay("approveUpload");
  const reviewers = useQuery({ ...reviewersQuery, enabled: reviews }).data;
  const options = (map: ReadonlyMap<string, string>) => [...map].map(([value, label]) => ({ value, label }));
  const query = uploadsQuery(facetsOf(listParams(search)));
  const mine = search.waiting?.includes(you) ?? false;
  const waiting = summary?.waiting_for_you;
  return (
    <>
      <Button
        variant={mine ? "light" : "default"}
        size="xs"
        aria-pressed={mine}
        disabled={!mine && !waiting}
        onClick={() => onSearch({ waiting: mine ? undefined : [you], after: undefined })}
      >
        {formatCount(waiting)} {waiting === 1 ? "waits" : "wait"} for you
      </Button>
      <FilterChip
        label="Waiting on"
        options={waitingOptions}
        selected={search.waiting?.filter((word) => word !== you) ?? []}
        onChange={(waiting) => onSearch({ waiting, after: undefined })}
        facets={{ query, name: "waiting_on" }}
      />
      {reviews && (
        <FilterChip
          label="Reviewer"
          options={[
            { value: unassigned, label: "Unassigned", count: reviewers?.unassigned },
            ...(reviewers?.items ?? []).map(({ user_name, name, waiting: n }) => ({
              value: user_name,
              label: name || user_name,
              count: n,
            })),
          ]}
          selected={search.reviewer ?? []}
          onChange={(next) => onSearch({ reviewer: next?.slice(-1), after: undefined })}
        />
      )}
      <FilterChip
        label="QC"
        options={verdicts.map((value) => ({
          value,
          label: verdictWords[value].word,
        }))}
        selected={search.verdict ?? []}
        onChange={(verdict) => onSearch({ verdict, after: undefined })}
        facets={{ query, name: "verdict" }}
      />
      <FilterChip
        label="Phenotype"
        options={options(names.phenotype)}
        selected={search.phenotype ?? []}
        onChange={(phenotype) => onSearch({ phenotype, after: undefined })}
        facets={{ query, name: "phenotype" }}
      />
      <FilterChip
        label="Status"
        options={uploadStatuses.map((value) => ({
          value,
          label: uploadStatusWords[value].word,
        }))}
        selected={search.status ?? []}
        onChange={(status) => onSearch({ status, after: undefined })}
        facets={{ query, name: "status" }}
      />
      <FilterChip
        label="Ancestry"
        options={options(names.ancestry)}
        selected={search.ancestry ?? []}
        onChange={(ancestry) => onSearch({ ancestry, after: undefined })}
        facets={{ query, name: "ancestry" }}
      />
      <FilterChip
        label="Sex"
        options={options(names.sex)}
        selected={search.sex ?? []}
        onChange={(sex) => onSearch({ sex, after: undefined })}
        facets={{ query, name: "sex" }}
      />
    </>
  );
}
