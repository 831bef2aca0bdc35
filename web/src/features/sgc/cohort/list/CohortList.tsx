import { CloseButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CohortList as Answer, type CohortRow, cohortsQuery } from "@/api/sgc/sgc";
import { useNow } from "@/lib/format/now";
import { tableOf } from "@/lib/list/table-search";
import { Can } from "@/ui/action/Can";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { kinds, statuses } from "../../kinds";
import { cohortsSentence, kindWords, statusWords } from "../../words";
import { cohortColumns } from "./columns";
import classes from "./list.module.css";
import { NoCohorts } from "./NoCohorts";
import { type CohortsSearch, cohortsListed, listParams } from "./search";

interface CohortListProps {
  search: CohortsSearch;
  onSearch: (change: Partial<CohortsSearch>) => void;
}

const rowKey = (row: CohortRow) => row.id;

/** The cohorts that the caller may see: all of them for reviewers, else their own and those shared with them. */
export function CohortList({ search, onSearch }: CohortListProps) {
  const list = useQuery(cohortsQuery(listParams(search)));
  const exported = useListExport("cohorts", (at) => cohortsQuery({ ...listParams(search), ...at }));
  const now = useNow(30_000);
  const columns = useMemo(() => cohortColumns(now, (owner) => onSearch({ owner, after: undefined })), [now, onSearch]);
  const summary = list.data?.summary;
  // While there is nothing at all, the empty state has the first action.
  const filled = summary !== undefined && summary.cohorts > 0;
  return (
    <>
      <PageHeader
        longSub
        sub={summary ? filled && cohortsSentence(summary) : !list.error && "Reading the list"}
        actions={
          (filled || !summary) && (
            <>
              <Can permission="sgc-review-data">
                <ButtonLink variant="default" to="/sgc/completeness">
                  Completeness
                </ButtonLink>
                <ButtonLink variant="default" to="/sgc/archive">
                  Archive
                </ButtonLink>
              </Can>
              <Can permission="sgc-upload-data">
                <ButtonLink to="/sgc/new">New cohort</ButtonLink>
              </Can>
            </>
          )
        }
      />
      <QueryTable
        label="Cohorts"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(cohortsListed, search, onSearch)}
        searchLabel="Search name or owner"
        filters={<Filters search={search} onSearch={onSearch} summary={summary} />}
        empty={<NoCohorts />}
        exported={exported}
      />
    </>
  );
}

interface FiltersProps extends CohortListProps {
  summary?: Answer["summary"];
}

function Filters({ search, onSearch, summary }: FiltersProps) {
  return (
    <>
      <FilterChip
        label="Status"
        options={statuses.map((value) => ({ value, label: statusWords[value].word, count: summary?.[value] }))}
        selected={search.status ?? []}
        onChange={(status) => onSearch({ status, after: undefined })}
      />
      <FilterChip
        label="Missing file"
        options={kinds.map((value) => ({ value, label: kindWords[value] }))}
        selected={search.missing ?? []}
        onChange={(missing) => onSearch({ missing, after: undefined })}
      />
      {search.owner && (
        <span className={classes.ownerChip}>
          Owner: <b>{search.owner}</b>
          <CloseButton
            size="sm"
            aria-label="Clear Owner"
            onClick={() => onSearch({ owner: undefined, after: undefined })}
          />
        </span>
      )}
    </>
  );
}
