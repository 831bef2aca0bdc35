import { Button } from "@mantine/core";
import type { InvitationResult } from "@/api/accounts";
import { saveText, toCsv } from "@/lib/csv";
import { formatDateTime, plural } from "@/lib/format";
import { CopyButton } from "@/ui/CopyButton";
import data from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../accounts.module.css";
import { linkAddress } from "../link";
import { linksText, outcomeWord, resultTable } from "./outcome";

function save(results: readonly InvitationResult[]): void {
  const { header, rows } = resultTable(results);
  saveText("invitations.csv", toCsv(header, rows));
}

/** What was sent in this visit, with the links that were not mailed. They are shown here and nowhere else. */
export function SentTable({ results }: { results: readonly InvitationResult[] }) {
  const links = linksText(results);
  return (
    <section aria-labelledby="sent-heading" className={classes.part}>
      <div className={classes.tableHead}>
        <h2 id="sent-heading" className={classes.subtitle}>
          <span role="status">{plural(results.length, "person", "people")} done</span>
        </h2>
        {links && <CopyButton value={links} label="Copy all links" variant="light" size="xs" />}
        <Button variant="default" size="xs" onClick={() => save(results)}>
          Export CSV
        </Button>
      </div>
      {links && (
        <p className={classes.note}>
          No mail was sent. Hand each link over yourself; they are shown only now, and each works once.
        </p>
      )}
      <ScrollRegion label="What was sent" className={data.tall}>
        <table className={data.table}>
          <thead>
            <tr>
              <th scope="col">E-mail</th>
              <th scope="col">Result</th>
              <th scope="col">Link</th>
              <th scope="col">Valid until</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <SentRow key={result.user_name} result={result} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function SentRow({ result }: { result: InvitationResult }) {
  const { tone, word } = outcomeWord(result, false);
  const address = linkAddress(result.link);
  return (
    <tr>
      <th scope="row">{result.user_name}</th>
      <td className={data.wrap}>
        <Tag tone={tone}>{word}</Tag> {result.message}
      </td>
      <td>{address ? <Link address={address} userName={result.user_name} /> : "–"}</td>
      <td>{result.link?.expires_at ? formatDateTime(result.link.expires_at) : "–"}</td>
    </tr>
  );
}

function Link({ address, userName }: { address: string; userName: string }) {
  return (
    <span className={classes.linkCell}>
      <span className={classes.linkText} title={address}>
        {address}
      </span>
      <CopyButton value={address} what={`the link for ${userName}`} size="compact-xs" />
    </span>
  );
}
