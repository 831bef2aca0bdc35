import { useQuery } from "@tanstack/react-query";
import { phenotypesQuery, uploadsQuery } from "@/api/hermes";
import { plural } from "@/lib/format";
import { useMay } from "@/lib/permission";
import { Answered, inCard } from "@/ui/Answered";
import { Card } from "@/ui/Card";
import { ButtonLink } from "@/ui/links";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states";
import classes from "./dashboard.module.css";
import { RecentCard } from "./RecentCard";
import { StatusCard } from "./StatusCard";
import { type DashboardSearch, dashboardParams, defaultRows } from "./search";

interface Props {
  search: DashboardSearch;
  onSearch: (change: DashboardSearch) => void;
}

/** What came in lately, and how many data sets stand where. Everybody sees their own; reviewers and analysts see all. */
export function DashboardPage({ search, onSearch }: Props) {
  const list = useQuery(uploadsQuery(dashboardParams(search)));
  const phenotypes = useQuery(phenotypesQuery).data?.items;
  const seesAll = useMay("viewAllUploads");
  const summary = list.data?.summary;
  const held = summary && `${plural(summary.files, "file")} from ${plural(summary.cohorts, "cohort")}`;
  return (
    <>
      <PageHeader
        sub={held && (seesAll ? `${held} in the consortium` : `${held} that you uploaded`)}
        actions={
          <ButtonLink variant="default" to="/hermes">
            All data sets
          </ButtonLink>
        }
      />
      <Body
        list={list}
        rows={search.rows ?? defaultRows}
        onRows={(rows) => onSearch({ rows })}
        phenotypes={new Map(phenotypes?.map((item) => [item.name, item.description]))}
      />
    </>
  );
}

interface BodyProps {
  list: ReturnType<typeof useQuery<Awaited<ReturnType<NonNullable<ReturnType<typeof uploadsQuery>["queryFn"]>>>>>;
  rows: number;
  onRows: (rows: DashboardSearch["rows"]) => void;
  phenotypes: ReadonlyMap<string, string>;
}

function Body({ list, rows, onRows, phenotypes }: BodyProps) {
  const mayUpload = useMay("uploadData");
  return (
    <Answered
      what="the data sets"
      answer={list}
      rows={rows}
      frame={inCard()}
      isEmpty={({ summary }) => summary.files === 0}
      empty={
        <Card>
          <EmptyState
            title="No data sets yet"
            actions={mayUpload && <ButtonLink to="/hermes/new">Upload the first file</ButtonLink>}
          >
            Here stand the latest uploads and how many data sets are in quality control, in review and accepted.
          </EmptyState>
        </Card>
      }
    >
      {({ items, summary }) => (
        <div className={classes.columns}>
          <RecentCard
            uploads={items}
            phenotypes={phenotypes}
            rows={rows}
            stale={list.isPlaceholderData}
            onRows={onRows}
          />
          <StatusCard byStatus={summary.by_status} />
        </div>
      )}
    </Answered>
  );
}
