import { Button, Group, Menu, Switch, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type CohortList, type Total, totalsQuery } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { EmptyState } from "@/ui/state/states";
import { CooccurrenceView } from "./CooccurrenceView";
import type { TotalsSearch } from "./search";
import { summaryQuery } from "./summary";
import { TopBars } from "./TopBars";
import { TotalsTable } from "./TotalsTable";
import { hasCases, type OnTotalsSearch, shownTotals, totalsCsv, totalsJson } from "./totals";
import classes from "./totals.module.css";

const DrillDown = late(() => import("./DrillDown").then((part) => part.DrillDown));

interface Props {
  search: TotalsSearch;
  onSearch: OnTotalsSearch;
}

/** Cases and controls of the whole consortium, by phenotype and sex. */
export function TotalsPage({ search, onSearch }: Props) {
  const validated = search.validated ?? false;
  const totals = useQuery(totalsQuery(validated));
  const summary = useQuery(summaryQuery).data?.summary;
  const items = totals.data?.items;
  const rows = items && shownTotals(items, search);
  return (
    <>
      <PageHeader
        longSub
        sub={items ? summaryWords(items, summary, validated) : !totals.error && "Adding up the cohorts"}
        actions={search.view === undefined && <ExportMenu rows={rows ?? []} validated={validated} />}
      />
      <Tabs
        value={search.view ?? "table"}
        onChange={(view) => onSearch({ view: view === "table" ? undefined : (view as TotalsSearch["view"]) })}
        keepMounted={false}
      >
        <Group justify="space-between" gap="8px 24px" mb={16}>
          <Tabs.List>
            <Tabs.Tab value="table">Table</Tabs.Tab>
            <Tabs.Tab value="top">Most cases</Tabs.Tab>
            <Tabs.Tab value="cooccurrence">Co-occurrence</Tabs.Tab>
          </Tabs.List>
          <Switch
            label="Only validated cohorts"
            checked={validated}
            onChange={(event) => onSearch({ validated: event.currentTarget.checked || undefined })}
          />
        </Group>
        <div className={totals.isPlaceholderData ? classes.stale : undefined} aria-busy={totals.isPlaceholderData}>
          {items && items.length > 0 ? (
            <>
              <Tabs.Panel value="table">
                <TotalsTable all={items} rows={rows ?? []} search={search} onSearch={onSearch} />
              </Tabs.Panel>
              <Tabs.Panel value="top">
                <TopBars totals={items} onPick={(behind) => onSearch({ behind, sex: undefined })} />
              </Tabs.Panel>
            </>
          ) : (
            search.view !== "cooccurrence" && (
              <Card>
                <Answered what="the totals" answer={totals} rows={14}>
                  {() => (
                    <EmptyState title="No phenotypes yet">
                      Totals by phenotype appear here. The consortium has no phenotypes yet.
                    </EmptyState>
                  )}
                </Answered>
              </Card>
            )
          )}
        </div>
        <Tabs.Panel value="cooccurrence">
          <CooccurrenceView sex={search.sex ?? "both"} validated={validated} onSearch={onSearch} />
        </Tabs.Panel>
      </Tabs>
      {search.behind !== undefined && search.view !== "cooccurrence" && (
        <DrillDown
          code={search.behind}
          total={items?.find(({ code }) => code === search.behind)}
          sex={search.sex ?? "both"}
          validated={validated}
          onSearch={onSearch}
        />
      )}
    </>
  );
}

function summaryWords(items: Total[], summary: CohortList["summary"] | undefined, validated: boolean): string {
  const withCases = items.filter(hasCases).length;
  const phenotypes = `${formatCount(withCases)} of ${plural(items.length, "phenotype")} with cases`;
  if (!summary) return `${phenotypes}.`;
  const cohorts = `${plural(summary.cohorts, "cohort")}, ${formatCount(summary.validated)} validated`;
  const people = `${plural(summary.people, "person", "people")} in all cohorts`;
  const counted = validated ? " Only validated cohorts are counted below." : "";
  return `${cohorts} · ${people} · ${phenotypes}.${counted}`;
}

function ExportMenu({ rows, validated }: { rows: Total[]; validated: boolean }) {
  const name = `sgc-totals${validated ? "-validated" : ""}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={rows.length === 0}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The {plural(rows.length, "row")} shown</Menu.Label>
        <Menu.Item onClick={() => saveText(`${name}.csv`, totalsCsv(rows))}>CSV, for spreadsheets</Menu.Item>
        <Menu.Item onClick={() => saveText(`${name}.json`, totalsJson(rows, validated), "application/json")}>
          JSON, for programs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
