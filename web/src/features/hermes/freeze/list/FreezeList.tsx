import { useQuery } from "@tanstack/react-query";
import { type FreezeRow, freezesQuery } from "@/api/hermes/freezes";
import { plural } from "@/lib/format/format";
import { facetsOf } from "@/lib/list/facets";
import { tableOf } from "@/lib/list/table-search";
import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { type FreezeListSearch, freezesListed } from "../search";
import { freezeStateWords } from "../words";
import { freezeColumns } from "./columns";
import { freezeParams, freezeStates } from "./params";

interface Props {
  search: FreezeListSearch;
  onSearch: (change: Partial<FreezeListSearch>) => void;
}

const rowKey = ({ id }: FreezeRow) => id;

/** All freezes, newest first; those that run are read again. */
export function FreezeList({ search, onSearch }: Props) {
  const mayRun = useMay("runMetaAnalysis");
  const list = useQuery(freezesQuery(freezeParams(search)));
  const exported = useListExport("freezes", (at) => freezesQuery({ ...freezeParams(search), ...at }));
  const empty = list.data?.items.length === 0 && !freezesListed.isFiltered(search) && !search.after?.length;
  return (
    <>
      <PageHeader
        sub={list.data ? !empty && listSentence(list.data.items, list.data.total) : !list.error && "Reading the list"}
        actions={!empty && mayRun && <ButtonLink to="/hermes/freezes/new">New freeze</ButtonLink>}
      />
      <QueryTable
        label="Freezes"
        columns={freezeColumns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(freezesListed, search, onSearch)}
        searchLabel="Search name"
        filters={
          <FilterChip
            label="State"
            options={freezeStates.map((value) => ({ value, label: freezeStateWords[value].word }))}
            selected={search.state ?? []}
            onChange={(state) => onSearch({ state, after: undefined })}
            facets={{ query: freezesQuery(facetsOf(freezeParams(search))), name: "state" }}
          />
        }
        empty={
          <EmptyState
            title="No freezes yet"
            actions={mayRun && <ButtonLink to="/hermes/freezes/new">New freeze</ButtonLink>}
          >
            A freeze is a release of the consortium: one meta-analysis for each phenotype, ancestry and sex, all under
            one rule, checked and published together.
          </EmptyState>
        }
        exported={exported}
      />
    </>
  );
}

function listSentence(items: readonly FreezeRow[], total: number): string {
  const running = items.filter(({ state }) => state === "running").length;
  const held = plural(total, "freeze");
  return running > 0 ? `${held} · ${running} running` : held;
}
