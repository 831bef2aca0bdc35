import { formatShare } from "@/lib/format/format";
import classes from "./Meter.module.css";

interface MeterProps {
  label: string;
  /** "1.2 GB of 50 GB". */
  words: string;
  used: number;
  /** Above zero. */
  limit: number;
  tone?: "brand" | "warn" | "fail";
}

/** How much of a limit is used. */
export function Meter({ label, words, used, limit, tone = "brand" }: MeterProps) {
  const share = Math.min(1, used / limit);
  return (
    <div className={classes.track}>
      <div className={classes.bar} data-tone={tone} style={{ width: `${share * 100}%` }} />
      {/* Browsers draw it in ways of their own; it is for screen readers. */}
      <meter
        className={classes.meter}
        aria-label={label}
        aria-valuetext={`${words}, ${formatShare(share)}`}
        min={0}
        max={limit}
        value={Math.min(used, limit)}
      />
    </div>
  );
}
