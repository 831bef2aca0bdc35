import type { Task } from "./tasks";

/** The file that a data set was registered with, and what was said of it. */
interface First {
  /** Absent after a reload, when the browser cannot open it by itself. */
  file: File | undefined;
  said: Task;
}

const firsts = new Map<string, First>();

/** Keeps it until the page of the data set's files takes it. */
export const keepFirst = (dataset: string, first: First) => firsts.set(dataset, first);

export function takeFirst(dataset: string): First | undefined {
  const first = firsts.get(dataset);
  firsts.delete(dataset);
  return first;
}
