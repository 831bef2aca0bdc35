import { Button, Group } from "@mantine/core";
import type { InvitationResult } from "@/api/accounts/accounts";
import { formatDateTime, plural } from "@/lib/format/format";
import { saveText, toCsv } from "@/lib/text/csv";
import { CopyButton } from "@/ui/action/CopyButton";
import { WordTag } from "@/ui/Tag";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import classes from "../accounts.module.css";
import { linkAddress } from "../link";
import { outcomeWord } from "./outcome";

/** What became of each person, as a file. */
function save(results: readonly InvitationResult[]): void {
  const lines = results.map((result) => [
    result.user_name,
    outcomeWord(result, false).word,
    result.message ?? "",
    linkAddress(result.link) ?? "",
    result.link?.expires_at ?? "",
  ]);
  saveText("invitations.csv", toCsv(["email", "outcome", "message", "link", "expires_at"], lines));
}

/** What was sent in this visit, with the links that were not mailed. They are shown here and nowhere else. */
export function SentTable({ results }: { results: readonly InvitationResult[] }) {
  // "person@example.org	https://…" for each link that was not mailed.
  const links = results.flatMap((r) => (r.link?.url ? [`${r.user_name}\t${linkAddress(r.link)}`] : [])).join("\n");
  return (
    <section aria-labelledby="sent-heading">
      <Group gap={8} mb={8}>
        <h2 id="sent-heading" className={classes.subtitle}>
          <span role="status">{plural(results.length, "person", "people")} done</span>
        </h2>
        {links && <CopyButton value={links} label="Copy all links" variant="light" size="xs" />}
        <Button variant="default" size="xs" onClick={() => save(results)}>
          Export CSV
        </Button>
      </Group>
      {links && (
        <p className={classes.note}>
          No mail was sent. Send each link yourself. Links are shown only now, and each works once.
        </p>
      )}
      <DataTable label="Invitations sent" columns={columns} rows={results} rowKey={(result) => result.user_name} tall />
    </section>
  );
}

const columns: DataColumn<InvitationResult>[] = [
  { label: "E-mail", names: true, cell: ({ user_name }) => user_name },
  {
    label: "Result",
    kind: "wrap",
    cell: (result) => (
      <>
        <WordTag {...outcomeWord(result, false)} /> {result.message}
      </>
    ),
  },
  {
    label: "Link",
    cell: ({ link, user_name }) => {
      const address = linkAddress(link);
      return address ? <Link address={address} userName={user_name} /> : "–";
    },
  },
  { label: "Valid until", cell: ({ link }) => (link?.expires_at ? formatDateTime(link.expires_at) : "–") },
];

function Link({ address, userName }: { address: string; userName: string }) {
  return (
    <Group gap={8} wrap="nowrap">
      <span className={classes.linkText} title={address}>
        {address}
      </span>
      <CopyButton value={address} what={`the link for ${userName}`} size="compact-xs" />
    </Group>
  );
}
