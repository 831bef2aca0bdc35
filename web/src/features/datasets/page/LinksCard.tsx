import { Stack, VisuallyHidden } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answersOf } from "@/api/api-query";
import { revokeLink } from "@/api/datasets/calls";
import { type Dataset, type DatasetLink, linksQuery } from "@/api/datasets/datasets";
import { wholeUrl } from "@/api/datasets/urls";
import { formatDateTime, plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";
import { Copy } from "@/ui/action/Copy";
import { TextButton } from "@/ui/action/TextButton";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Answered } from "@/ui/state/Answered";
import { WordTag } from "@/ui/Tag";
import { NewLink } from "./NewLink";
import classes from "./page.module.css";
import { ShortLinks } from "./ShortLinks";

/** Links to files for people without an account: made, listed, revoked. */
export function LinksCard({ dataset }: { dataset: Dataset }) {
  return (
    <>
      <Card title="Signed links">
        <p className={classes.plain}>
          A signed link lets anyone download one version of a file without an account, until it expires or is revoked.
          Each use is counted.
        </p>
        <NewLink dataset={dataset} />
      </Card>
      <GivenOut dataset={dataset} />
      <ShortLinks dataset={dataset} />
    </>
  );
}

function GivenOut({ dataset }: { dataset: Dataset }) {
  const links = useQuery(linksQuery(dataset.id));
  const active = links.data?.items.filter(({ state }) => state === "active").length ?? 0;
  return (
    <Card title="Signed links created" aside={links.data && `${plural(active, "link")} active`} flush>
      <Answered
        what="the links"
        answer={links}
        rows={3}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={shared.emptyNote}>No links yet.</p>}
        flush
      >
        {({ items }) => <Links id={dataset.id} links={items} />}
      </Answered>
    </Card>
  );
}

const states: Record<DatasetLink["state"], StatusWord> = {
  active: { tone: "pass", word: "Works" },
  expired: { tone: "neutral", word: "Expired" },
  revoked: { tone: "neutral", word: "Revoked" },
};

function Links({ id, links }: { id: string; links: readonly DatasetLink[] }) {
  const revoke = useRevoke(id);
  return (
    <ul className={classes.files} aria-label="Signed links created">
      {links.map((link) => (
        <li key={link.id} className={classes.file}>
          <Stack gap={4}>
            <div className={classes.fileName}>
              <span>{link.file_name}</span>
              <WordTag {...states[link.state]} />
              {link.note && <span className={classes.kind}>{link.note}</span>}
            </div>
            <div className={classes.fileFacts}>
              {link.state === "active" ? "until" : "was valid until"} {formatDateTime(link.expires_at)} ·{" "}
              {plural(link.uses, "use")} · made {formatDateTime(link.created_at)} by {link.created_by}
            </div>
          </Stack>
          {link.path && (
            <div className={classes.linkActions}>
              <Copy value={wholeUrl(link.path)} what={`the link to ${link.file_name}`} />
              <TextButton danger onClick={() => revoke(link)}>
                Revoke…<VisuallyHidden component="span"> the link to {link.file_name}</VisuallyHidden>
              </TextButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function useRevoke(id: string) {
  const queries = useQueryClient();
  const { run } = useDeeds();
  return (link: DatasetLink) =>
    run({
      question: {
        title: "Revoke the link?",
        children: `The link to ${link.file_name}${link.note && ` (${link.note})`} stops working immediately for everyone. This cannot be undone.`,
        confirm: "Revoke link",
        danger: true,
      },
      call: () => revokeLink(id, link.id),
      done: "The link is revoked.",
      after: () =>
        Promise.all([
          queries.invalidateQueries(answersOf("/api/datasets/{id}/links", { id })),
          queries.invalidateQueries(answersOf("/api/datasets/{id}/history", { id })),
        ]),
      failed: "The link was not revoked",
    });
}
