import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Dashboard, dashboardQuery } from "@/api/hermes/dashboard";
import { metadataCsvUrl, uploadsQuery } from "@/api/hermes/hermes";
import { plural } from "@/lib/format/format";
import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { CoverageCard } from "./CoverageCard";
import classes from "./dashboard.module.css";
import { ReferenceCard, WorkCard } from "./MachineCards";
import { OutliersCard } from "./OutliersCard";
import { RecentCard } from "./RecentCard";
import { StatusCard } from "./StatusCard";
import { type DashboardSearch, dashboardParams, defaultRows } from "./search";
import { ThroughputCard } from "./ThroughputCard";
import { type Names, useNames } from "./useNames";
import { WaitingCard } from "./WaitingCard";

interface Props {
  search: DashboardSearch;
  onSearch: (change: DashboardSearch) => void;
}

/** The state of the consortium's work. Uploaders see their own; reviewers and analysts see all. */
export function DashboardPage({ search, onSearch }: Props) {
  const answer = useQuery(dashboardQuery);
  const names = useNames();
  const seesAll = useMay("viewAllUploads");
  const summary = answer.data?.summary;
  const filled = summary !== undefined && summary.files > 0;
  const held = filled && `${plural(summary.files, "file")} from ${plural(summary.cohorts, "cohort")}`;
  return (
    <>
      <PageHeader
        sub={
          summary
            ? held && (seesAll ? `${held} in the consortium` : `${held} that you uploaded`)
            : !answer.error && "Reading the dashboard"
        }
        actions={
          <>
            {filled && (
              <Button component="a" variant="default" href={metadataCsvUrl} download>
                Export metadata
              </Button>
            )}
            <ButtonLink variant="default" to="/hermes">
              All submissions
            </ButtonLink>
          </>
        }
      />
      <Answered what="the dashboard" answer={answer} rows={12} frame={inCard()}>
        {(dashboard) => (
          <div className={classes.page}>
            {dashboard.summary.files === 0 ? (
              <>
                <NothingYet />
                <ReferenceCard files={dashboard.reference} />
                <WorkCard work={dashboard.work} />
              </>
            ) : (
              <Work dashboard={dashboard} names={names} search={search} onSearch={onSearch} />
            )}
          </div>
        )}
      </Answered>
    </>
  );
}

function NothingYet() {
  const mayUpload = useMay("uploadData");
  return (
    <Card>
      <EmptyState
        title="No submissions yet"
        actions={mayUpload && <ButtonLink to="/hermes/new">Upload the first file</ButtonLink>}
      >
        Shows pending work, coverage of phenotypes and ancestries, and outliers.
      </EmptyState>
    </Card>
  );
}

interface WorkProps extends Props {
  dashboard: Dashboard;
  names: Names;
}

function Work({ dashboard, names, search, onSearch }: WorkProps) {
  return (
    <>
      <WaitingCard waiting={dashboard.waiting} />
      <CoverageCard covered={dashboard.coverage} names={names} by={search.split} onSearch={onSearch} />
      <OutliersCard outliers={dashboard.outliers} judged={dashboard.judged} phenotypes={names.phenotype} />
      <div className={classes.columns}>
        <div className={classes.page}>
          <Recent names={names} search={search} onSearch={onSearch} />
          <ReferenceCard files={dashboard.reference} />
          <StatusCard byStatus={dashboard.summary.by_status} />
        </div>
        <div className={classes.page}>
          <ThroughputCard months={dashboard.months} days={dashboard.days_to_decision} />
          <WorkCard work={dashboard.work} />
        </div>
      </div>
    </>
  );
}

function Recent({ names, search, onSearch }: Props & { names: Names }) {
  const list = useQuery(uploadsQuery(dashboardParams(search)));
  const rows = search.rows ?? defaultRows;
  return (
    <Answered what="the latest uploads" answer={list} rows={rows} frame={inCard("Recently added")}>
      {({ items }) => (
        <RecentCard
          uploads={items}
          phenotypes={names.phenotype}
          rows={rows}
          stale={list.isPlaceholderData}
          onRows={(chosen) => onSearch({ rows: chosen })}
        />
      )}
    </Answered>
  );
}
