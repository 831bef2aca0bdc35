import { leftWords, quotaState } from "@/lib/upload/quota";
import classes from "./upload.module.css";
import type { Quotas } from "./useQuotas";

interface QuotaLeftProps {
  quotas: Quotas;
  kind: "dataset_bytes" | "index_bytes" | "table_bytes";
}

/** What is left of a quota, beside the size limit; nothing where there is no limit, or while it is read. */
export function QuotaLeft({ quotas, kind }: QuotaLeftProps) {
  if (quotas.unread) return <p>Your free storage could not be read. The server checks it when the file arrives.</p>;
  const quota = quotas.of(kind);
  const words = quota && leftWords(quota);
  if (!words) return null;
  return <p className={quotaState(quota) === "free" ? undefined : classes.scarce}>{words}</p>;
}
