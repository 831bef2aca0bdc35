import { Button, UnstyledButton } from "@mantine/core";
import type { AuditEvent } from "@/api/server/audit";
import { formatDateTime } from "@/lib/format/format";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";
import classes from "./audit.module.css";
import type { AuditSearch } from "./search";
import { actionWord, objectWord } from "./words";

type Narrow = (change: Partial<AuditSearch>) => void;

function what({ action, refused }: AuditEvent) {
  return (
    <>
      {actionWord(action)} {refused && <Tag tone="fail">Refused</Tag>}
    </>
  );
}

function who({ actor, actor_name: now, address }: AuditEvent, onSearch: Narrow) {
  if (!actor) return address ? "Not signed in" : "–";
  return (
    <>
      <UnstyledButton
        className={classes.only}
        aria-label={`${actor}: show only what this name did`}
        onClick={() => onSearch({ actor, after: undefined })}
      >
        {actor}
      </UnstyledButton>
      {now && now !== actor && <span className={classes.id}> now {now}</span>}
    </>
  );
}

function object({ object: kind, object_id: id, object_name: name }: AuditEvent, onSearch: Narrow) {
  if (!kind) return "–";
  if (!id) return objectWord(kind);
  return (
    <UnstyledButton
      className={classes.only}
      aria-label={`${objectWord(kind)} ${name ?? id}: show only this one`}
      title={id}
      onClick={() => onSearch({ object: kind, object_id: id, after: undefined })}
    >
      {objectWord(kind)}{" "}
      {name ? <span className={classes.name}>{name}</span> : <span className={classes.id}>{id}</span>}
    </UnstyledButton>
  );
}

/** The columns of the trail. */
export function auditColumns(open: string | undefined, onSearch: Narrow): TableColumn<AuditEvent>[] {
  return [
    { id: "what", label: "What", role: "title", cell: what },
    {
      id: "at",
      label: "When",
      muted: true,
      cell: (event) => (
        <time dateTime={event.at} title={event.at}>
          {formatDateTime(event.at)}
        </time>
      ),
    },
    { id: "actor", label: "Who", cell: (event) => who(event, onSearch) },
    { id: "object", label: "Object", cell: (event) => object(event, onSearch) },
    { id: "detail", label: "Detail", muted: true, clip: true, cell: (e) => e.detail || "–", text: (e) => e.detail },
    { id: "address", label: "From", muted: true, cell: (event) => event.address || "–" },
    {
      id: "open",
      label: "",
      role: "menu",
      cell: (event) => {
        const seq = String(event.seq);
        return (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-expanded={open === seq}
            aria-label={`Details of entry ${seq}`}
            onClick={() => onSearch({ entry: open === seq ? undefined : seq })}
          >
            {open === seq ? "Close" : "Details"}
          </Button>
        );
      },
    },
  ];
}
