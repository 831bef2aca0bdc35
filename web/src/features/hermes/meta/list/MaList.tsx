import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { phenotypesQuery } from "@/api/hermes/hermes";
import { type MetaAnalysis, metasQuery } from "@/api/hermes/meta";
import { plural } from "@/lib/format/format";
import { facetsOf } from "@/lib/list/facets";
import { tableOf } from "@/lib/list/table-search";
import { useMay } from "@/lib/permission";
import { metaStatusWords } from "@/lib/status";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import { ChosenFrame, choiceColumn, useChosen } from "@/ui/table/chosen";
import { FilterChip } from "@/ui/table/FilterChip";
import { QueryTable } from "@/ui/table/QueryTable";
import { useListExport } from "@/ui/table/useExport";
import { CompareChosen } from "../../CompareChosen";
import { PreparedCard } from "../prepared/PreparedCard";
import { type MaSearch, maListed, maParams, metaStatuses } from "../search";
import { metaColumns } from "./columns";

interface Props {
  search: MaSearch;
  onSearch: (change: Partial<MaSearch>) => void;
}

const noRows: never[] = [];
const rowKey = (row: { id: string }) => row.id;
const nameOf = (row: MetaAnalysis) => row.name;
const noun = ["meta-analysis", "meta-analyses"] as const;

/** How the comparison calls a result; nothing while there is none. */
const resultName = ({ id, status }: MetaAnalysis) => (status === "COMPLETED" ? `ma:${id}` : undefined);

/** All meta-analyses, newest first; those at work move by themselves. */
export function MaList({ search, onSearch }: Props) {
  const mayRun = useMay("runMetaAnalysis");
  const list = useQuery(metasQuery(maParams(search)));
  const exported = useListExport("meta-analyses", (at) => metasQuery({ ...maParams(search), ...at }));
  const phenotypes = useQuery(phenotypesQuery).data?.items;
  const { chosen, put, clear } = useChosen(list.data?.items);
  const rows = list.data?.items ?? noRows;
  const columns = useMemo(
    () => [
      choiceColumn(rows, { chosen, put, nameOf, noun }),
      ...metaColumns(new Map(phenotypes?.map((item) => [item.name, item.description]))),
    ],
    [rows, chosen, put, phenotypes],
  );
  // While there is nothing at all, the empty state has the first action.
  const empty = list.data?.items.length === 0 && !maListed.isFiltered(search) && !search.after?.length;
  return (
    <>
      <PageHeader
        sub={list.data ? !empty && listSentence(list.data.items, list.data.total) : !list.error && "Reading the list"}
        actions={
          !empty && (
            <>
              <ButtonLink variant="default" to="/hermes/ma/compare">
                Compare two
              </ButtonLink>
              <ButtonLink to="/hermes/ma/new">{mayRun ? "New meta-analysis" : "Prepare meta-analysis"}</ButtonLink>
            </>
          )
        }
      />
      <PreparedCard />
      {chosen.size > 0 && (
        <ChosenFrame
          count={chosen.size}
          noun={noun}
          actions={<CompareChosen names={[...chosen.values()].map(resultName)} />}
          onClear={clear}
        />
      )}
      <QueryTable
        label="Meta-analyses"
        columns={columns}
        rowKey={rowKey}
        answer={list}
        {...tableOf(maListed, search, onSearch)}
        searchLabel="Search name"
        filters={
          <FilterChip
            label="Status"
            options={metaStatuses.map((value) => ({ value, label: metaStatusWords[value].word }))}
            selected={search.status ?? []}
            onChange={(status) => onSearch({ status, after: undefined })}
            facets={{ query: metasQuery(facetsOf(maParams(search))), name: "status" }}
          />
        }
        empty={<NoMetas />}
        exported={exported}
      />
    </>
  );
}

function listSentence(items: readonly { status: string }[], total: number): string {
  const running = items.filter((meta) => meta.status === "RUNNING" || meta.status === "SUBMITTED").length;
  const held = plural(total, "meta-analysis", "meta-analyses");
  return running > 0 ? `${held} · ${running} active` : held;
}

function NoMetas() {
  const mayRun = useMay("runMetaAnalysis");
  return (
    <EmptyState
      title="No meta-analyses yet"
      actions={<ButtonLink to="/hermes/ma/new">{mayRun ? "Start the first" : "Prepare the first"}</ButtonLink>}
    >
      A meta-analysis combines the accepted files of one phenotype across cohorts. Each run is kept with its inputs,
      settings and results, and can be repeated.
    </EmptyState>
  );
}
