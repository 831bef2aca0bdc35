import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import type { operations } from "@/api/gen/schema";
import { overQuota } from "@/lib/upload/quota";

export type Quota = Schemas["Quota"];
export type StorageOwner = Schemas["StorageOwner"];
export type StorageLimits = Schemas["StorageLimits"];
export type StorageOwnerParams = NonNullable<operations["listStorageOwners"]["parameters"]["query"]>;

/** What the caller uses of each quota, read each time that a page shows it. */
export const storageQuery = apiQuery("/api/storage", {}, { staleTime: 0, throwOnError: false });

/** The accounts that use storage. For administrators. */
export const storageOwnersQuery = (query: StorageOwnerParams) =>
  apiQuery("/api/storage/owners", { query }, { placeholderData: keepPreviousData });

/** The quotas of the caller. While they are not known, nothing is refused here: the server decides. */
export function useQuotas() {
  const { data, isError } = useQuery(storageQuery);
  const of = (kind: Quota["kind"]) => data?.quotas.find((quota) => quota.kind === kind);
  return {
    of,
    unread: isError,
    /** Why the caller cannot store so much more of each kind. */
    refuse: (more: Partial<Record<Quota["kind"], number>>): string | undefined => {
      for (const quota of data?.quotas ?? []) {
        const by = more[quota.kind];
        const why = by === undefined ? undefined : overQuota(quota, by);
        if (why) return why;
      }
      return undefined;
    },
  };
}
