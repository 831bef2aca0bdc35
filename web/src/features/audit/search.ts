import dayjs from "dayjs";
import { z } from "zod";
import type { AuditParams } from "@/api/audit";
import { searchList, searchText, tableSearch } from "@/lib/table-search";

export const pageSize = 50;

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => dayjs(text).format("YYYY-MM-DD") === text)
  .optional()
  .catch(undefined);

/** What the audit page keeps in the address. `from` and `to` are days of the reader, both included; `entry` is the open row. */
export const auditSearch = tableSearch.extend({
  actor: searchText,
  action: searchList,
  object: searchText,
  object_id: searchText,
  from: date,
  to: date,
  entry: searchText,
});

export type AuditSearch = z.infer<typeof auditSearch>;

/** The question to the server. Days begin and end in the time zone of the reader. */
export function auditParams(search: AuditSearch): AuditParams {
  return {
    limit: pageSize,
    cursor: search.after?.at(-1),
    q: search.q,
    actor: search.actor,
    action: search.action,
    object: search.object,
    object_id: search.object_id,
    from: search.from && dayjs(search.from).toISOString(),
    to: search.to && dayjs(search.to).add(1, "day").toISOString(),
  };
}

export const noFilters = {
  q: undefined,
  actor: undefined,
  action: undefined,
  object: undefined,
  object_id: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
};

const filterNames = ["q", "actor", "action", "object", "object_id", "from", "to"] as const;

export function isFiltered(search: AuditSearch): boolean {
  return filterNames.some((name) => Boolean(search[name]?.length));
}
