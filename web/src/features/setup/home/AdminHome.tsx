import { useQuery } from "@tanstack/react-query";
import { type Need, type Overview, overviewQuery } from "@/api/server/overview";
import { formatBytes, formatCount, formatSince, plural } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { WordTag } from "@/ui/Tag";
import { Tile, TileRow } from "@/ui/Tiles";
import { StepLine } from "../Steps";
import classes from "../setup.module.css";
import { ProblemsCard } from "./ProblemsCard";
import { ProcessesCard } from "./ProcessesCard";
import { FailedCard, QueueCard } from "./QueueCards";
import { BackupCard, MailCard, StorageCard, VersionsCard } from "./SideCards";
import { levels, stateWords } from "./words";

/** Where an administrator lands: what needs them, and how the installation runs. */
export function AdminHome() {
  const answer = useQuery({ ...overviewQuery, refetchOnWindowFocus: true });
  return (
    <>
      <PageHeader
        sub={answer.data ? stateWords(answer.data.needs) : !answer.error && "Measuring the installation"}
        actions={
          <ButtonLink variant="default" to="/admin/audit">
            Audit trail
          </ButtonLink>
        }
      />
      <Answered what="the state of the installation" answer={answer} rows={12} frame={inCard()}>
        {(overview) => (
          <div className={classes.page}>
            <NeedsCard needs={overview.needs} />
            <Numbers overview={overview} />
            <div className={classes.columns}>
              <div className={classes.page}>
                <ProcessesCard processes={overview.processes} at={overview.at} />
                <QueueCard jobs={overview.jobs} numbers={overview.numbers} at={overview.at} />
                <FailedCard jobs={overview.given_up} />
                <ProblemsCard problems={overview.problems} />
              </div>
              <div className={classes.page}>
                <StorageCard storage={overview.storage} />
                <BackupCard backup={overview.backup} />
                <MailCard mail={overview.mail} />
                <VersionsCard versions={overview.versions} certificate={overview.certificate_ends} />
              </div>
            </div>
          </div>
        )}
      </Answered>
    </>
  );
}

function NeedsCard({ needs }: { needs: readonly Need[] }) {
  return (
    <Card title="Needs action" flush>
      {needs.length === 0 ? (
        <EmptyState title="Nothing needs you">
          Failed jobs, stopped machines, backups, mail, disks and open requests appear here.
        </EmptyState>
      ) : (
        <ul className={classes.steps}>
          {needs.map(({ key, level, ...need }) => (
            <StepLine key={key} {...need} tag={<WordTag {...levels[level]} />} asks="with:" />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Numbers({ overview: { numbers, storage, processes, at } }: { overview: Overview }) {
  const { queued, running, oldest_queued: oldest } = numbers;
  const disk = processes.find(({ alive, disk: { free } }) => alive && free >= 0)?.disk;
  return (
    <TileRow>
      <Tile
        label="Jobs waiting"
        value={formatCount(queued)}
        hint={oldest ? `oldest ${formatSince(oldest, Date.parse(at))}` : `${formatCount(running)} running`}
      />
      <Tile label="Errors, 24 h" value={formatCount(numbers.errors)} hint="of the server" />
      <Tile label="To review" value={formatCount(numbers.to_review)} hint="submissions" />
      <Tile
        label="Active now"
        value={formatCount(numbers.signed_in)}
        hint={`of ${plural(numbers.accounts, "account")}`}
      />
      <Tile
        label="Stored files"
        value={formatBytes(storage.bytes)}
        hint={disk ? `${formatBytes(disk.free)} of the disk free` : plural(storage.files, "file")}
      />
    </TileRow>
  );
}
