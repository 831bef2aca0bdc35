import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { completenessQuery } from "@/api/sgc/sgc";
import { useNow } from "@/lib/format/now";
import { tableOf } from "@/lib/list/table-search";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { kinds } from "../kinds";
import { cohortsSentence, kindWords } from "../words";
import { type CompletenessRow, type CompletenessSearch, completenessListed, completenessParams } from "./completeness";
import { completenessColumns } from "./completenessColumns";
import { ReminderDialog } from "./ReminderDialog";
import { summaryQuery } from "./summary";

interface Props {
  search: CompletenessSearch;
  onSearch: (change: Partial<CompletenessSearch>) => void;
}

const rowKey = (row: CompletenessRow) => row.cohort_id;

/** Which files each cohort has submitted; the longest inactive first. */
export function CompletenessPage({ search, onSearch }: Props) {
  const list = useQuery(completenessQuery(completenessParams(search)));
  const exported = useListExport("sgc-completeness", (at) =>
    completenessQuery({ ...completenessParams(search), ...at }),
  );
  const summary = useQuery(summaryQuery).data?.summary;
  const now = useNow(60_000);
  const [reminded, setReminded] = useState<CompletenessRow>();
  const columns = useMemo(() => completenessColumns(now, setReminded), [now]);
  return (
    <>
      <PageHeader
        longSub
        sub={summary ? summary.cohorts > 0 && cohortsSentence(summary) : !list.error && "Reading the list"}
      />
      <QueryTable
        label="Cohorts"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(completenessListed, search, onSearch)}
        searchLabel="Search cohort, owner"
        filters={
          <FilterChip
            label="Missing"
            options={kinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
            selected={search.missing ?? []}
            onChange={(missing) => onSearch({ missing, after: undefined })}
          />
        }
        exported={exported}
        empty={
          <EmptyState
            title="No cohorts yet"
            actions={
              <ButtonLink variant="default" to="/sgc">
                Cohorts
              </ButtonLink>
            }
          >
            Shows submitted and missing files of each cohort, and its last activity.
          </EmptyState>
        }
      />
      {reminded && (
        <ReminderDialog id={reminded.cohort_id} name={reminded.name} onClose={() => setReminded(undefined)} />
      )}
    </>
  );
}
