import type { Overview } from "@/api/server/overview";
import { formatBytes, formatDateTime, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
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
    </Card>
  );
}

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

const engines = { sqlite: "SQLite", postgres: "PostgreSQL" };
const stores = { file: "Folder", s3: "S3", mem: "Memory" };

export function VersionsCard({ versions }: { versions: Overview["versions"] }) {
  return (
    <Card title="Versions">
      <Facts>
        <Fact name="Program">{versions.program}</Fact>
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
