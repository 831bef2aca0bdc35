/** What undo and redo go through: whole documents, which share what they have in common. Pure; no DOM. */

export interface History<T> {
  past: readonly T[];
  future: readonly T[];
  /** What the last change was about, and when, in ms. */
  last?: { about: string; at: number } | undefined;
}

export const noHistory: History<never> = { past: [], future: [] };

const most = 200;
/** Letters typed into one field without such a pause are one change. */
const pauseMs = 1500;

/** `before` is the value until a change; consecutive changes of one field are undone together. */
export function changed<T>(history: History<T>, before: T, about: string, at: number): History<T> {
  const { past, last } = history;
  const goesOn = last !== undefined && about !== "" && last.about === about && at - last.at < pauseMs;
  return { past: goesOn ? past : [...past, before].slice(-most), future: [], last: { about, at } };
}

interface Step<T> {
  history: History<T>;
  /** The new value. */
  value: T;
}

export function undone<T>({ past, future }: History<T>, now: T): Step<T> | undefined {
  if (past.length === 0) return undefined;
  return { history: { past: past.slice(0, -1), future: [now, ...future] }, value: past.at(-1) as T };
}

export function redone<T>({ past, future }: History<T>, now: T): Step<T> | undefined {
  const [next, ...rest] = future;
  if (future.length === 0) return undefined;
  return { history: { past: [...past, now], future: rest }, value: next as T };
}
