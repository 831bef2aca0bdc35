/** The page's end of an engine that works in another thread. */
import type { TableInfo } from "../document/table";
import { type Port, type Question, type ToPage, type ToWorker, unreadable } from "./messages";
import type { Engine, Prepared, ReadBytes } from "./questions";

/** The number of arguments before the signal, by question. */
const said: Record<Question, number> = {
  use: 1,
  account: 0,
  rows: 1,
  count: 1,
  values: 1,
  options: 1,
  range: 2,
  readAhead: 1,
};

export function connect(port: Port, table: TableInfo, read: ReadBytes, end: () => void): Engine {
  const waiting = new Map<number, { done: (answer: never) => void; fail: (error: unknown) => void }>();
  const reading = new Map<number, AbortController>();
  const tell = (message: ToWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  let next = 0;
  let revision = 0;
  /** Why bytes could not be read last. */
  let unread: unknown;

  async function fetchBytes({ id, start, end: to }: ToPage & { kind: "read" }) {
    const control = new AbortController();
    reading.set(id, control);
    try {
      const bytes = await read(start, to, control.signal);
      // A reader may keep its bytes, so a copy is transferred.
      const own = bytes.slice(0);
      tell({ kind: "bytes", id, bytes: own }, [own]);
    } catch (error) {
      if (!control.signal.aborted) unread = error;
      tell({ kind: "unreadable", id, reason: error instanceof Error ? error.message : String(error) });
    } finally {
      reading.delete(id);
    }
  }

  port.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === "read") {
      void fetchBytes(data);
      return;
    }
    if (data.kind === "unwanted") {
      reading.get(data.id)?.abort();
      return;
    }
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === "answer") one?.done(data.answer as never);
    else one?.fail(errorOf(data));
  });

  function errorOf({ name, reason }: ToPage & { kind: "error" }): unknown {
    if (name === "AbortError") return new DOMException(reason, "AbortError");
    return name === unreadable ? unread : new Error(reason);
  }

  /** An answer about a document that is not the one in use any more is none. */
  function ask<T extends { revision: number }>(
    question: Question,
    of: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<T> {
    const own = revision;
    return new Promise<T>((done, fail) => {
      if (signal?.aborted) {
        fail(signal.reason);
        return;
      }
      const id = next++;
      const settle = (answer: T) =>
        own === revision ? done(answer) : fail(new DOMException("The page was changed meanwhile.", "AbortError"));
      waiting.set(id, { done: settle, fail });
      signal?.addEventListener("abort", () => {
        if (!waiting.delete(id)) return;
        tell({ kind: "abort", id });
        fail(signal.reason);
      });
      const filled = Array.from({ length: said[question] }, (_, at) => of[at]);
      tell({ kind: "ask", id, question, of: filled });
    });
  }

  tell({ kind: "open", table });
  return {
    use: (document, signal) => {
      revision += 1;
      return ask<Prepared>("use", [document], signal);
    },
    account: (signal) => ask("account", [], signal),
    rows: (question, signal) => ask("rows", [question], signal),
    count: (filters, signal) => ask("count", [filters], signal),
    values: (question, signal) => ask("values", [question], signal),
    options: (question, signal) => ask("options", [question], signal),
    range: (column, after, signal) => ask("range", [column, after], signal),
    readAhead: (columns, signal) => ask("readAhead", [columns], signal),
    close: () => {
      const closed = new DOMException("The table was closed.", "AbortError");
      for (const { fail } of waiting.values()) fail(closed);
      waiting.clear();
      for (const control of reading.values()) control.abort();
      end();
    },
  };
}
