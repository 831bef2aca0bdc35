import { useSyncExternalStore } from "react";
import { runtimeConfig } from "./runtime-config";

/**
 * How the server is reached: it is; a call did not get there and it is being asked whether any does; it is away, and asked
 * again at `next` (ms since 1970), or now.
 */
export type Reach = { at: "here" } | { at: "asking" } | { at: "away"; next: number | undefined };

/** Seconds until it is asked again, each time longer. */
const pauses = [3, 5, 10, 15, 30];
/** How long what comes back may keep the page waiting. */
const longestReturnMs = 3000;
const longestAnswerMs = 5000;

type Listener = () => void;
type Return = () => Promise<unknown>;

/** Knows whether the server is there, and asks by itself until it is there again. */
export class Connection {
  private reach: Reach = { at: "here" };
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<Listener>();
  private readonly returns = new Set<Return>();

  /** `answers` sends the server's smallest public request. */
  constructor(private readonly answers: () => Promise<boolean>) {}

  readonly read = (): Reach => this.reach;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Calls back when the server is there again after it was away; only when that is done it counts as there. */
  onReturn(listener: Return): () => void {
    this.returns.add(listener);
    return () => void this.returns.delete(listener);
  }

  /**
   * A request failed to reach the server. It may be this call only, so the server is asked before a
   * message is shown.
   */
  readonly suspect = (): void => {
    if (this.reach.at !== "here") return;
    this.become({ at: "asking" });
    void this.ask();
  };

  /** Asks at once instead of at the end of the pause. */
  readonly tryNow = (): void => {
    if (this.reach.at !== "away" || this.reach.next === undefined) return;
    this.become({ at: "away", next: undefined });
    void this.ask();
  };

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    if (await this.answers()) return this.back();
    const pause = (pauses[Math.min(this.tries, pauses.length - 1)] ?? 0) * 1000;
    this.tries++;
    this.timer = setTimeout(this.tryNow, pause);
    this.become({ at: "away", next: Date.now() + pause });
  }

  private async back(): Promise<void> {
    this.tries = 0;
    if (this.reach.at === "away") {
      const enough = new Promise((resolve) => setTimeout(resolve, longestReturnMs));
      await Promise.race([enough, Promise.allSettled([...this.returns].map((listener) => listener()))]);
    }
    this.become({ at: "here" });
  }

  private become(reach: Reach): void {
    this.reach = reach;
    for (const listener of this.listeners) listener();
  }
}

/** A gateway answers for a server that is away. */
const gateway = new Set([502, 503, 504]);

async function serverAnswers(): Promise<boolean> {
  const url = `${runtimeConfig().apiOrigin || location.origin}/api/sign-in-options`;
  try {
    const request = new Request(url, { cache: "no-store", signal: AbortSignal.timeout(longestAnswerMs) });
    return !gateway.has((await fetch(request)).status);
  } catch {
    return false;
  }
}

/** The one connection of the page to its server. */
export const connection = new Connection(serverAnswers);

export function useReach(): Reach {
  return useSyncExternalStore(connection.subscribe, connection.read);
}

/** Whether the server is, or may be, unreachable: then failed requests show no message. */
export function useAway(): boolean {
  return useReach().at !== "here";
}
