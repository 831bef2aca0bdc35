import { z } from "zod/mini";
import type { AuditParams } from "@/api/server/audit";
import { listOf, maybe, searchList, searchText } from "@/lib/list/table-search";

const date = maybe(z.iso.date());

/** `from` and `to` are days of the reader, both included. */
export const auditListed = listOf({
  actor: searchText,
  action: searchList,
  object: searchText,
  object_id: searchText,
  from: date,
  to: date,
});

/** What the audit page keeps in the address; `entry` is the open row. */
export const auditSearch = z.extend(auditListed.search, { entry: searchText });

export type AuditSearch = z.infer<typeof auditSearch>;

/** When a day of the reader begins, or the one after it. */
function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** The question to the server. Days begin and end in the time zone of the reader. */
export function auditParams(search: AuditSearch): AuditParams {
  const { sort: _always, ...page } = auditListed.questionOf(search);
  return {
    ...page,
    actor: search.actor,
    action: search.action,
    object: search.object,
    object_id: search.object_id,
    from: search.from && startOf(search.from),
    to: search.to && startOf(search.to, 1),
  };
}
