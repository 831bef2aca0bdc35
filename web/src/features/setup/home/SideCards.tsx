import type { Overview } from "@/api/server/overview";
import { formatBytes, formatDateTime, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { Tag } from "@/ui/Tag";
import { storageWords } from "./words";

/** The file store by kind; the total is the sum of the kinds. */
export function StorageCard({ storage }: { storage: Overview["storage"] }) {
  return (
    <Card title="Storage" aside={`${formatBytes(storage.bytes)}, ${plural(storage.files, "file")}`}>
      <Facts>
        {storage.kinds.map(({ kind, bytes, files }) => (
          <Fact key={kind} name={own(storageWords, kind) ?? kind}>
            {formatBytes(bytes)}, {plural(files, "file")}
          </Fact>
        ))}
        <Fact name="Measured">{formatDateTime(storage.at)}</Fact>
      </Facts>
      <AnchorLink to="/admin/storage">Storage by account</AnchorLink>
    </Card>
  );
}

/** Whether the server can send mail: its mail server, whether that was tested, and why mail last failed. */
export function MailCard({ mail: { server, tested, failed_at: failed, cause } }: { mail: Overview["mail"] }) {
  return (
    <Card
      title="Mail"
      aside={
        failed ? (
          <Tag tone="fail">Fails</Tag>
        ) : (
          <Tag tone={server && tested ? "pass" : "neutral"}>{server ? (tested ? "Tested" : "Not tested") : "Off"}</Tag>
        )
      }
    >
      <Facts>
        <Fact name="Mail server">{server ?? "None. Links are copied by hand."}</Fact>
        {failed && (
          <Fact name="Last failure">
            {formatDateTime(failed)}. {cause}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

/** The newest backup, and when the server makes the next one. */
export function BackupCard({ backup: { newest, schedule } }: { backup: Overview["backup"] }) {
  const failed = schedule?.failed_at;
  return (
    <Card
      title="Backups"
      aside={
        failed ? (
          <Tag tone="fail">Fails</Tag>
        ) : (
          <Tag tone={schedule ? "pass" : "neutral"}>{schedule ? "Scheduled" : "No schedule"}</Tag>
        )
      }
    >
      <Facts>
        <Fact name="Last good backup">{newest ? formatDateTime(newest.at) : "None"}</Fact>
        {newest && (
          <>
            <Fact name="Size of its files">{newest.bytes > 0 ? formatBytes(newest.bytes) : "Not recorded"}</Fact>
            <Fact name="Read back">{newest.read_back ? "Every byte" : "Only new files"}</Fact>
            <Fact name="Place">{newest.place}</Fact>
          </>
        )}
        {schedule && (
          <>
            <Fact name="Schedule">
              Every {formatInterval(schedule.every_seconds)}, {plural(schedule.keep, "backup")} kept
              {schedule.encrypted ? ", encrypted" : ""}
            </Fact>
            {schedule.place !== newest?.place && <Fact name="To">{schedule.place}</Fact>}
            <Fact name="Next">
              {schedule.running_since
                ? `Running on ${schedule.host} since ${formatDateTime(schedule.running_since)}`
                : formatDateTime(schedule.next_at)}
            </Fact>
            {failed && (
              <Fact name="Last failure">
                {formatDateTime(failed)}. {schedule.cause}
              </Fact>
            )}
          </>
        )}
      </Facts>
    </Card>
  );
}

/** "24 hours", "1 hour", "90 minutes". */
function formatInterval(seconds: number): string {
  return seconds % 3600 === 0 ? plural(seconds / 3600, "hour") : plural(Math.round(seconds / 60), "minute");
}

const engines = { sqlite: "SQLite", postgres: "PostgreSQL" };
const stores = { file: "Folder", s3: "S3", mem: "Memory" };

/** Versions of the program, its database and stores, and the day on which the certificate ends. */
export function VersionsCard({ versions, certificate }: { versions: Overview["versions"]; certificate?: string }) {
  return (
    <Card title="Versions">
      <Facts>
        <Fact name="Program">{versions.program}</Fact>
        {certificate && <Fact name="Certificate ends">{formatDateTime(certificate)}</Fact>}
        <Fact name="Commit">{versions.commit || "–"}</Fact>
        <Fact name="Go">{versions.go}</Fact>
        <Fact name="Database">
          {own(engines, versions.database) ?? versions.database}, schema {versions.schema}
        </Fact>
        <Fact name="File store">{own(stores, versions.files) ?? versions.files}</Fact>
      </Facts>
    </Card>
  );
}
