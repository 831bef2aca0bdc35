import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AccessRequest, type AccountArea, accessRequestsQuery, accountLists } from "@/api/accounts/accounts";
import { decideAccess } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { formatSince, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { useDeeds } from "@/ui/action/useDeeds";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { Answered } from "@/ui/state/Answered";
import { Refused } from "@/ui/state/Refused";
import { Tag } from "@/ui/Tag";
import classes from "../accounts.module.css";
import { TypeChoice } from "../TypeChoice";
import { areaWords, userTypes } from "../words";
import { LinkDialog, type ShownLink } from "./LinkDialog";

const nameOf = (request: AccessRequest) =>
  [request.first_name, request.last_name].filter(Boolean).join(" ") || request.email;

/** Open requests for access; nothing without any. */
export function AccessRequests({ area }: { area: AccountArea }) {
  const list = useQuery(accessRequestsQuery(area));
  const [link, setLink] = useState<ShownLink>();
  return (
    <>
      <Answered
        what="requests for access"
        answer={list}
        loading={null}
        frame={(state) => <Card className={classes.above}>{state}</Card>}
        isEmpty={({ items }) => items.length === 0}
      >
        {({ items }) => (
          <Card
            flush
            title={`${plural(items.length, "person asks", "people ask")} for access`}
            className={classes.above}
          >
            <ul className={classes.list}>
              {items.map((request) => (
                <Waiting key={request.id} area={area} request={request} onLink={setLink} />
              ))}
            </ul>
          </Card>
        )}
      </Answered>
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </>
  );
}

interface WaitingProps {
  area: AccountArea;
  request: AccessRequest;
  onLink: (link: ShownLink) => void;
}

function Waiting({ area, request, onLink }: WaitingProps) {
  const queries = useQueryClient();
  const now = useNow(60_000);
  const [choosing, setChoosing] = useState(false);
  const name = nameOf(request);
  const { run, busy } = useDeeds();
  const refuse = () =>
    run({
      question: {
        title: `Refuse ${name}?`,
        children: "The request is removed. The server does not notify the person, who may ask again.",
        confirm: "Refuse",
        danger: true,
      },
      call: () => decideAccess(area, request.id, { decision: "refuse" }),
      done: `The request of ${name} was refused.`,
      after: () => reread(queries, ...accountLists),
      failed: `The request of ${name} was not refused`,
    });

  return (
    <li className={classes.item}>
      <div className={classes.itemWords}>
        {name} {request.verified && <Tag tone="pass">Address confirmed</Tag>}
        <span className={classes.second}>
          {name === request.email ? "" : `${request.email} · `}asked {formatSince(request.created_at, now)} ago
        </span>
        {request.reason && <p className={classes.note}>{request.reason}</p>}
      </div>
      <Group gap={8}>
        <Button variant="light" size="xs" onClick={() => setChoosing(true)} aria-label={`Invite ${name}`}>
          Invite…
        </Button>
        <Button variant="default" size="xs" onClick={refuse} loading={busy} aria-label={`Refuse ${name}`}>
          Refuse…
        </Button>
      </Group>
      {choosing && <InviteDialog area={area} request={request} onLink={onLink} onClose={() => setChoosing(false)} />}
    </li>
  );
}

function InviteDialog({ area, request, onLink, onClose }: WaitingProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const types = userTypes(area);
  const [type, setType] = useState(types[0]?.name ?? "");
  const name = nameOf(request);
  const invite = useMutation({
    mutationFn: () => decideAccess(area, request.id, { decision: "invite", user_type: type }),
    onSuccess: (sent) => {
      if (sent.url) onLink({ kind: "invitation", userName: request.email, link: sent });
      else if (sent.sent) toastDone(`An invitation was mailed to ${request.email}.`);
      else toastDone(`${name} has access now.`);
      onClose();
      return reread(queries, ...accountLists);
    },
  });
  return (
    <FormDialog
      title={`Invite ${name}`}
      size="md"
      label="Invite"
      busy={invite.isPending}
      onSubmit={invite.mutate}
      onClose={onClose}
    >
      <Refused error={invite.error}>No invitation was sent.</Refused>
      {!request.verified && <Text size="sm">It is not confirmed yet that {request.email} belongs to this person.</Text>}
      <TypeChoice label={`User type in ${areaWords[area]}`} types={types} value={type} onChange={setType} />
    </FormDialog>
  );
}
