import { useEffect, useMemo, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { formatDuration } from "@/lib/format/format";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";

/** Seconds until the server takes another try; 0 when it does not ask to wait, or the time is over. */
export function useWait(failure: unknown): number {
  const asked = failure instanceof ApiError && failure.status === 429 ? failure.retryAfter * 1000 : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal begins a wait of its own
  const start = useMemo(() => Date.now(), [failure]);
  const [now, setNow] = useState(start);
  useEffect(() => {
    if (asked === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= start + asked) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [start, asked]);
  return asked === 0 ? 0 : Math.max(0, Math.ceil((start + asked - Math.max(now, start)) / 1000));
}

interface Props {
  /** The refusal; nothing is shown without one. */
  failure: unknown;
  /** Seconds left to wait, as useWait counts them. */
  wait?: number;
}

/** The server's own sentence, the number to quote when the fault is its own, and the time to wait. */
export function Refusal({ failure, wait = 0 }: Props) {
  if (failure === undefined) return null;
  const fault = failure instanceof ApiError && failure.status >= 500 ? failure.requestId : "";
  const slowed = failure instanceof ApiError && failure.status === 429 && failure.retryAfter > 0;
  return (
    <Notice tone={slowed ? "warn" : "fail"} alert>
      {messageOf(failure)}
      {fault && ` Reference ${fault}.`}
      {slowed && <Countdown wait={wait} />}
    </Notice>
  );
}

/** Counts down for the eye; a screen reader hears the end only. */
function Countdown({ wait }: { wait: number }) {
  return (
    <div>
      {wait > 0 && <span aria-hidden="true">Time left: {formatDuration(wait)}</span>}
      <span role="status">{wait === 0 && "You can try again now."}</span>
    </div>
  );
}
