import { formatBytes, formatCount } from "../format/format";

/** What an account uses and may use: bytes or a number of objects; a limit of 0 is none. */
export interface Quota {
  kind: "dataset_bytes" | "index_bytes" | "indexes" | "table_bytes" | "tables" | "pages";
  used: number;
  limit: number;
}

/** From here on an account is warned. */
const nearly = 0.9;

export type QuotaState = "free" | "nearly" | "full";

const isBytes = ({ kind }: Quota) => kind.endsWith("_bytes");

export function quotaState({ used, limit }: Quota): QuotaState {
  if (limit === 0 || used < nearly * limit) return "free";
  return used < limit ? "nearly" : "full";
}

/** "1.2 GB of 50 GB", "3 of 200"; without a limit, only what is used. */
export function usedWords(quota: Quota): string {
  const { used, limit } = quota;
  if (limit === 0) return `${isBytes(quota) ? formatBytes(used) : formatCount(used)}, no limit`;
  return isBytes(quota)
    ? `${formatBytes(used)} of ${formatBytes(limit)}`
    : `${formatCount(used)} of ${formatCount(limit)}`;
}

/** "48.8 GB of your 50 GB are free."; undefined without a limit. */
export function leftWords(quota: Quota): string | undefined {
  const { used, limit } = quota;
  if (limit === 0) return undefined;
  if (used >= limit) return `Nothing is left of your ${formatBytes(limit)}.`;
  return `${formatBytes(limit - used)} of your ${formatBytes(limit)} are free.`;
}

const over = ({ used, limit }: Quota, more: number) => limit > 0 && more > limit - used;

type Refusals = Readonly<Record<Quota["kind"], (quota: Quota, more: number) => string>>;

/** The sentences of the server for what exceeds a quota. */
const refusals: Refusals = {
  dataset_bytes: ({ used, limit }, more) =>
    `Your files hold ${formatBytes(used)} of ${formatBytes(limit)}; this one of ${formatBytes(more)} exceeds your storage quota. Delete files, or ask the operator for more storage.`,
  index_bytes: ({ used, limit }, more) =>
    `Your indexes and their files would take ${formatBytes(used + more)}, and an account may have ${formatBytes(limit)}. Delete one permanently first.`,
  indexes: ({ limit }) =>
    `You have ${limit} indexes, which is as many as an account may have, those in the bin too. Delete one permanently first.`,
  table_bytes: ({ used, limit }, more) =>
    `Your tables would take ${formatBytes(used + more)}. The maximum is ${formatBytes(limit)}. Delete pages, or tables that no page shows.`,
  tables: ({ limit }) => `You have ${limit} tables, the maximum. Delete pages, or tables that no page shows.`,
  pages: ({ limit }) =>
    `You have ${limit} pages, which is as many as an account may have, those in the bin too. Delete one permanently first.`,
};

/** Why an account cannot store more, as the server would refuse it; undefined where it can. */
export function overQuota(quota: Quota | undefined, more: number): string | undefined {
  return quota && over(quota, more) ? refusals[quota.kind](quota, more) : undefined;
}
