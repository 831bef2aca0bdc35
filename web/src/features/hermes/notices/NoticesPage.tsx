import { Button, SegmentedControl } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { optionsQuery } from "@/api/accounts/options";
import { apiKey } from "@/api/api-query";
import { fewNotices, type HermesNotice, type Mails, noticesQuery } from "@/api/hermes/review";
import { chooseMails, readNotices } from "@/api/hermes/review-calls";
import { unreadQuery } from "@/api/hermes/unread";
import { formatDateTime, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { PageHeader } from "@/ui/PageHeader";
import { Answered } from "@/ui/state/Answered";
import { UploadStatusTag } from "@/ui/Tag";
import classes from "./notices.module.css";

/** The maximum of the server; earlier notices are in the history of each submission. */
const manyNotices = 200;

/** The user's notices about submissions and prepared meta-analyses, and when they are mailed. */
export function NoticesPage() {
  const [limit, setLimit] = useState(fewNotices);
  const notices = useQuery(noticesQuery(limit));
  const told = notices.data;
  useSeen(told?.items[0]);
  return (
    <>
      <PageHeader
        sub={
          told
            ? told.unread > 0
              ? plural(told.unread, "new notice")
              : "Nothing new"
            : !notices.error && "Reading the notices"
        }
      />
      <div className={classes.layout}>
        <Card title="Notices" flush>
          <Answered
            what="the notices"
            answer={notices}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <p className={classes.none}>
                No notices yet. You are notified here when your file is reviewed or a file needs your review.
              </p>
            }
            flush
          >
            {({ items }) => (
              <ol className={classes.list}>
                {items.map((notice) => (
                  <NoticeLine key={notice.id} notice={notice} />
                ))}
              </ol>
            )}
          </Answered>
          {told?.next_cursor && limit < manyNotices && (
            <div className={classes.more}>
              <Button variant="default" loading={notices.isPlaceholderData} onClick={() => setLimit(manyNotices)}>
                Show earlier ones
              </Button>
            </div>
          )}
        </Card>
        {told && <MailsCard mails={told.mails} />}
      </div>
    </>
  );
}

/** The sentence with the name of its submission or meta-analysis as the link; one that does not name it, as after a change of name, follows it. */
function NoticeLine({
  notice: { upload_id, prepared_id, dataset_name, status, text, at, read },
}: {
  notice: HermesNotice;
}) {
  const from = text.indexOf(dataset_name);
  const [before, after] = from < 0 ? ["", ` · ${text}`] : [text.slice(0, from), text.slice(from + dataset_name.length)];
  return (
    <li className={classes.line} data-new={!read || undefined}>
      <div>
        {before}
        {upload_id ? (
          <Link to="/hermes/qc/$id" params={{ id: upload_id }}>
            {dataset_name}
          </Link>
        ) : prepared_id ? (
          <Link to="/hermes/ma/prepared/$id" params={{ id: prepared_id }}>
            {dataset_name}
          </Link>
        ) : (
          dataset_name
        )}
        {after}
      </div>
      <div className={classes.foot}>
        <time className={classes.time} dateTime={at}>
          {formatDateTime(at)}
        </time>
        {!read && <span className={classes.new}>New</span>}
        {status && (
          <span className={classes.status}>
            Now <UploadStatusTag status={status} />
          </span>
        )}
      </div>
    </li>
  );
}

/** Shown notices count as seen; they stay marked as new until the page is opened again. */
function useSeen(newest: HermesNotice | undefined) {
  const queries = useQueryClient();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (!newest || newest.read || seen.current === newest.at) return;
    seen.current = newest.at;
    readNotices(newest.at).then(
      () => queries.setQueryData(unreadQuery.queryKey, (notices) => notices && { ...notices, unread: 0 }),
      // They are marked at the next visit.
      () => {
        seen.current = undefined;
      },
    );
  }, [newest, queries]);
}

const choices: { value: Mails; label: string }[] = [
  { value: "at_once", label: "At once" },
  { value: "daily", label: "Once a day" },
  { value: "never", label: "Never" },
];

function MailsCard({ mails }: { mails: Mails }) {
  const queries = useQueryClient();
  const sends = useQuery(optionsQuery).data?.mail;
  const choose = useMutation({
    mutationFn: chooseMails,
    onSuccess: () => {
      toastDone("Your choice is saved.");
      return queries.invalidateQueries({ queryKey: apiKey("/api/hermes/notices") });
    },
    onError: (error) => toastError("Your choice was not saved", error),
  });
  return (
    <Card title="By mail">
      <p className={classes.note} id="mails-note">
        Notices are always shown here. Choose when you also receive them by mail.
        {sends === false && " Mail is off until an administrator sets up a mail server."}
      </p>
      <SegmentedControl
        aria-describedby="mails-note"
        aria-label="When notices are mailed"
        data={choices}
        value={choose.isPending ? choose.variables : mails}
        onChange={(value) => choose.mutate(value as Mails)}
        fullWidth
      />
    </Card>
  );
}
