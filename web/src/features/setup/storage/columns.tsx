import type { StorageLimits, StorageOwner } from "@/api/server/storage";
import { formatBytes } from "@/lib/format/format";
import { quotaState } from "@/lib/upload/quota";
import { AnchorLink } from "@/ui/action/links";
import { Tag } from "@/ui/Tag";
import type { TableColumn } from "@/ui/table/column";

type Kind = keyof StorageLimits;
const kinds: readonly { id: Kind; label: string; quota: "dataset_bytes" | "index_bytes" | "table_bytes" }[] = [
  { id: "datasets", label: "Data sets", quota: "dataset_bytes" },
  { id: "indexes", label: "Indexes", quota: "index_bytes" },
  { id: "tables", label: "Tables of pages", quota: "table_bytes" },
];

/** The state of the worst quota of an owner; "" while each has room. */
function stateWord(owner: StorageOwner, limits: StorageLimits | undefined): string {
  const states = kinds.map(({ id, quota }) => quotaState({ kind: quota, used: owner[id], limit: limits?.[id] ?? 0 }));
  if (states.includes("full")) return "Full";
  return states.includes("nearly") ? "90 % used" : "";
}

/** The columns of the owners, by the quotas of each. */
export function ownerColumns(limits: StorageLimits | undefined): TableColumn<StorageOwner>[] {
  return [
    {
      id: "user_name",
      label: "Account",
      role: "title",
      sort: "user_name",
      cell: ({ user_name }) => (
        <AnchorLink to="/admin/users" search={{ q: user_name }}>
          {user_name}
        </AnchorLink>
      ),
      text: ({ user_name }) => user_name,
    },
    {
      id: "state",
      label: "Quotas",
      card: "state",
      cell: (owner) => {
        const word = stateWord(owner, limits);
        return word ? <Tag tone={word === "Full" ? "fail" : "warn"}>{word}</Tag> : "Within";
      },
      text: (owner) => stateWord(owner, limits),
    },
    {
      id: "bytes",
      label: "Total",
      numeric: true,
      sort: "bytes",
      cell: ({ bytes }) => formatBytes(bytes),
      text: ({ bytes }) => String(bytes),
    },
    ...kinds.map(
      ({ id, label }): TableColumn<StorageOwner> => ({
        id,
        label,
        numeric: true,
        sort: id,
        cell: (owner) => formatBytes(owner[id]),
        text: (owner) => String(owner[id]),
      }),
    ),
    {
      id: "active",
      label: "Sign-in",
      muted: true,
      cell: ({ is_active }) => (is_active ? "Allowed" : "Disabled"),
      text: ({ is_active }) => (is_active ? "allowed" : "disabled"),
    },
  ];
}
