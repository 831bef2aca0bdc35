import { leftWords, type Quota, quotaState } from "@/lib/upload/quota";
import classes from "./upload.module.css";

interface QuotaLeftProps {
  /** Undefined while it is read. */
  quota: Quota | undefined;
  /** It could not be read. */
  unread: boolean;
}

/** What is left of a quota, beside the size limit; nothing where there is no limit, or while it is read. */
export function QuotaLeft({ quota, unread }: QuotaLeftProps) {
  if (unread) return <p>Your free storage could not be read. The server checks it when the file arrives.</p>;
  const words = quota && leftWords(quota);
  if (!words) return null;
  return <p className={quotaState(quota) === "free" ? undefined : classes.scarce}>{words}</p>;
}
