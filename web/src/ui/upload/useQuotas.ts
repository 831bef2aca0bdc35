import { useQuery } from "@tanstack/react-query";
import { storageQuery } from "@/api/server/storage";
import { overQuota, type Quota } from "@/lib/upload/quota";

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

export type Quotas = ReturnType<typeof useQuotas>;
