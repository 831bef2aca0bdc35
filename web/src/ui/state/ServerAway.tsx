import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { isUnreachable } from "@/lib/api-error";
import { connection, useReach } from "@/lib/browser/connection";
import { useNow } from "@/lib/format/now";
import { TextButton } from "../action/TextButton";
import { forgetUnreached } from "../dialog/toast";
import classes from "./ServerAway.module.css";

/** Around everything that a route shows: whatever the layout, the same words when the server is away. */
export function WithServer({ children }: { children: ReactNode }) {
  useReturn();
  return (
    <>
      {children}
      <ServerAway />
    </>
  );
}

/** Once the server is there again, what it did not answer is read again: data, and the page itself where it failed. */
function useReturn(): void {
  const queries = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const { suspect, tryNow } = connection;
    const stop = connection.onReturn(async () => {
      forgetUnreached();
      await queries.refetchQueries({ predicate: ({ state }) => isUnreachable(state.error) });
      await router.invalidate();
    });
    window.addEventListener("offline", suspect);
    window.addEventListener("online", tryNow);
    return () => {
      stop();
      window.removeEventListener("offline", suspect);
      window.removeEventListener("online", tryNow);
    };
  }, [queries, router]);
}

/** One banner while the server does not answer. It disappears by itself. */
function ServerAway() {
  const reach = useReach();
  return (
    <div role="status" className={classes.place}>
      {reach.at === "away" && (
        <div className={classes.banner}>
          <p className={classes.words}>
            Cannot reach the server. Your draft is kept; <Next at={reach.next} />
          </p>
          <TextButton onClick={connection.tryNow} disabled={reach.next === undefined}>
            Try now
          </TextButton>
        </div>
      )}
    </div>
  );
}

/** When it is tried again. The seconds are for eyes: read out, each of them would be news. */
function Next({ at }: { at: number | undefined }) {
  const now = useNow(1000);
  if (at === undefined) return "trying again now.";
  const seconds = Math.max(1, Math.ceil((at - now) / 1000));
  return <span aria-live="off">trying again in {seconds} s.</span>;
}
