import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type PublicFreeze, publicFreezeFileUrl, publicFreezeQuery } from "@/api/hermes/freezes-public";
import { ApiError } from "@/lib/api-error";
import { formatDate, plural } from "@/lib/format/format";
import { CopyButton } from "@/ui/action/CopyButton";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Markdown } from "@/ui/Markdown";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { EmptyState } from "@/ui/state/states";
import { CohortTable } from "../CohortTable";
import classes from "../freeze.module.css";
import { Withdrawn } from "../Withdrawn";
import { dayWords, publicAncestry } from "../words";
import { FilesCard, ResultsCard } from "./PublicResults";
import { ReleaseMetadata } from "./ReleaseMetadata";

/** A published freeze, as everyone sees it. If it is withdrawn while open, it disappears. */
export function PublicFreezePage({ name }: { name: string }) {
  const answer = useQuery(publicFreezeQuery(name));
  if (answer.error instanceof ApiError && answer.error.status === 404) return <NotPublic />;
  return (
    <Answered what="the freeze" answer={answer} loading={<PageSkeleton label="Reading the freeze" />} frame={onPage}>
      {(freeze) => <Reading freeze={freeze} />}
    </Answered>
  );
}

function Reading({ freeze }: { freeze: PublicFreeze }) {
  const { name, title, citation, terms, methods, cohorts, embargo_until: embargo, newer } = freeze;
  return (
    <>
      <PageHeader
        title={title}
        sub={factWords(freeze)}
        actions={
          <>
            <Button variant="default" component="a" href={publicFreezeFileUrl(name, "metadata.jsonld")} download>
              Metadata
            </Button>
            {!embargo && (
              <Button variant="default" component="a" href={publicFreezeFileUrl(name, "SHA256SUMS")} download>
                Checksums
              </Button>
            )}
          </>
        }
      />
      <ReleaseMetadata freeze={freeze} />
      <div className={classes.page}>
        {newer && (
          <Notice tone="info" title={`A newer version is published: ${newer.title}, version ${newer.release_version}`}>
            <Link to="/p/freezes/$name" params={{ name: newer.name }}>
              Open version {newer.release_version}
            </Link>
          </Notice>
        )}
        <Withdrawn cohorts={freeze.withdrawn_cohorts} />
        <div className={classes.columns}>
          <div className={classes.main}>
            {embargo ? (
              <Card title="Results">
                <p className={classes.prose}>Results and files are under embargo until {dayWords(embargo)}.</p>
              </Card>
            ) : (
              <>
                <ResultsCard freeze={freeze} />
                <FilesCard freeze={freeze} />
              </>
            )}
            <Card title="Cohorts" aside={plural(cohorts.length, "cohort")} flush>
              <CohortTable cohorts={cohorts} ancestryName={publicAncestry} />
            </Card>
          </div>
          <div className={classes.side}>
            <Card title="How to cite" aside={<CopyButton value={citation} label="Copy citation" size="compact-sm" />}>
              <p className={classes.prose}>{citation}</p>
            </Card>
            <Card title="Terms of use">
              <p className={classes.prose}>{terms || "Not stated. Ask the consortium before you use the data."}</p>
            </Card>
            {freeze.release_notes && (
              <Card
                title="Release notes"
                aside={<CopyButton value={freeze.release_notes} what="notes" size="compact-sm" />}
              >
                <div className={classes.notes}>
                  <Markdown text={freeze.release_notes.replace(/^# .*\n+/, "")} />
                </div>
              </Card>
            )}
            <Card title="Methods" aside={<CopyButton value={methods} what="methods" size="compact-sm" />}>
              <Markdown text={methods} />
            </Card>
          </div>
        </div>
      </div>
    </>
  );
}

function factWords({
  release_version,
  published_at,
  deadline,
  phenotypes,
  ancestries,
  cohorts,
  genome_build,
}: PublicFreeze): string {
  const single = ancestries.filter((code) => code !== "all").length;
  const parts = [
    `Version ${release_version}`,
    `published ${formatDate(published_at)}`,
    deadline && `submissions accepted by ${dayWords(deadline)}`,
    `${plural(phenotypes.length, "phenotype")} × ${plural(single, "ancestry", "ancestries")}`,
    plural(cohorts.length, "cohort"),
    genome_build,
  ];
  return parts.filter(Boolean).join(" · ");
}

function NotPublic() {
  return (
    <>
      <PageHeader title="Not public" />
      <Card>
        <div role="status">
          <EmptyState
            title="There is no published freeze at this address"
            actions={<ButtonLink to="/p/datasets">See all public data</ButtonLink>}
          >
            The consortium may have withdrawn it. Ask the person who sent you the link.
          </EmptyState>
        </div>
      </Card>
    </>
  );
}
