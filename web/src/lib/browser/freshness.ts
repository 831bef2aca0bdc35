import { createContext, useContext, useSyncExternalStore } from "react";
import { connection } from "./connection";
import { whenIdle } from "./idle";
import { readText, writeText } from "./stored";

/** The page reloads by itself at most once in this time, for each path. */
export const reloadWindowMs = 10_000;
/** How often it is asked whether a newer build is served. */
export const pollMs = 300_000;
const afterIdleMs = 1000;
const leastBetweenMs = 30_000;
const keyOf = (path: string) => `cohortium-reloaded:${path}`;

/** The id of the build that this page is of; empty in development. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="cohortium-build"]')?.content ?? "";
}

/** What the watch needs of the browser. */
export interface Surroundings {
  fetch: (path: string) => Promise<Response>;
  now: () => number;
  /** Text that survives a reload of the tab; undefined, and false, where the browser keeps none. */
  recall: (key: string) => string | undefined;
  keep: (key: string, text: string) => boolean;
  reload: () => void;
  whenIdle: (then: () => void) => void;
}

export const browser: Surroundings = {
  fetch: (path) => fetch(path, { cache: "no-store" }),
  now: () => Date.now(),
  recall: (key) => readText("tab", key),
  keep: (key, text) => writeText("tab", key, text),
  reload: () => location.reload(),
  whenIdle,
};

/** Knows whether the server has a newer build than this page, and reloads a page whose parts are gone. */
export class Freshness {
  /** A newer build is served. */
  newer = false;
  private readonly listeners = new Set<() => void>();
  private lastAsked = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly build: string,
    private readonly around: Surroundings,
  ) {}

  /** Calls back when `newer` changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly isNewer = (): boolean => this.newer;

  /** Begins to watch: the own manifest soon after the page came to rest, then the latest build now and then. */
  start(): () => void {
    if (this.build === "") return () => {};
    let first: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    this.around.whenIdle(() => {
      if (!stopped) first = setTimeout(() => void this.checkOwn(), afterIdleMs);
    });
    const poll = setInterval(() => void this.check(), pollMs);
    const onFocus = () => {
      if (this.around.now() - this.lastAsked >= leastBetweenMs) void this.check();
    };
    window.addEventListener("focus", onFocus);
    return () => {
      stopped = true;
      clearTimeout(first);
      clearInterval(poll);
      window.removeEventListener("focus", onFocus);
    };
  }

  /** A server that does not have this page's manifest serves another build. */
  private async checkOwn(): Promise<void> {
    const response = await this.around.fetch(`/builds/meta/${this.build}.json`).catch(() => undefined);
    if (response?.status === 404) await this.check();
  }

  /** Asks for the latest build; answers whether it is another than this page's. A server that does not answer changes nothing. */
  async check(): Promise<boolean> {
    this.lastAsked = this.around.now();
    try {
      const response = await this.around.fetch("/builds/latest.json");
      const { id } = (await response.json()) as { id?: unknown };
      if (response.ok && typeof id === "string" && id !== this.build && !this.newer) {
        this.newer = true;
        for (const listener of this.listeners) listener();
      }
    } catch {
      // The next poll asks again.
    }
    return this.newer;
  }

  reload(): void {
    this.around.reload();
  }

  /** A part of the page at `path` did not load: after a new build, the page is loaded again, at most once in the window. */
  async recover(path: string): Promise<boolean> {
    if (this.build === "" || !(await this.check()) || !this.mayReload(path)) return false;
    this.around.reload();
    return true;
  }

  private mayReload(path: string): boolean {
    const now = this.around.now();
    const before = Number(this.around.recall(keyOf(path)) ?? Number.NaN);
    if (now - before < reloadWindowMs) return false;
    // Without memory a reload could follow a reload without end.
    return this.around.keep(keyOf(path), String(now));
  }
}

export const FreshnessContext = createContext<Freshness | undefined>(undefined);

const never = () => () => {};
const no = () => false;

/** Whether a newer build than this page's is served. */
export function useNewer(): boolean {
  const freshness = useContext(FreshnessContext);
  return useSyncExternalStore(freshness?.subscribe ?? never, freshness?.isNewer ?? no);
}

const missing = new WeakSet<object>();

/** Whether an error means that a part of the page could not be loaded. */
export function isMissingPart(error: unknown): boolean {
  return typeof error === "object" && error !== null && missing.has(error);
}

/**
 * Records errors of parts that do not load; the server may be unreachable. Their messages are
 * replaced, because the router recognises the browsers' own messages and would reload the page by
 * its own rule.
 */
export function watchParts(target: EventTarget = window): () => void {
  const onError = (event: Event) => {
    const error: unknown = (event as Event & { payload?: unknown }).payload;
    if (!(error instanceof Error)) return;
    missing.add(error);
    connection.suspect();
    console.error(error.message);
    error.message = "A part of the page could not be loaded.";
  };
  target.addEventListener("vite:preloadError", onError);
  return () => target.removeEventListener("vite:preloadError", onError);
}
