/** The worker's end: questions come in, answers go out, bytes are asked for. */
import { openHere } from "./core";
import { buffersOf, type Port, type ToPage, type ToWorker } from "./messages";
import { parquetSource } from "./parquet";
import type { Engine, ReadBytes } from "./questions";

export function serve(port: Port) {
  const tell = (message: ToPage, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const working = new Map<number, AbortController>();
  const { read, take } = reader(tell);
  let engine: Promise<Engine> | undefined;

  async function ask({ id, question, of }: ToWorker & { kind: "ask" }) {
    const control = new AbortController();
    working.set(id, control);
    try {
      const opened = await (engine as Promise<Engine>);
      const call = opened[question] as (...of: unknown[]) => Promise<unknown>;
      const answer = await call(...of, control.signal);
      tell({ kind: "answer", id, answer }, question === "values" ? buffersOf(answer) : []);
    } catch (error) {
      const { name, message } =
        error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
      tell({ kind: "error", id, name, reason: message });
    } finally {
      working.delete(id);
    }
  }

  port.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
    switch (data.kind) {
      case "open":
        engine = parquetSource(data.table, read).then((source) => openHere(data.table, source));
        engine.catch(() => undefined); // each question tells it
        return;
      case "ask":
        void ask(data);
        return;
      case "abort":
        working.get(data.id)?.abort();
        return;
      default:
        take(data);
    }
  });
}

/** Reads bytes by way of the page. */
function reader(tell: (message: ToPage) => void) {
  const waiting = new Map<number, { done: (bytes: ArrayBuffer) => void; fail: (error: unknown) => void }>();
  let next = 0;
  const read: ReadBytes = (start, end, signal) =>
    new Promise((done, fail) => {
      const id = next++;
      waiting.set(id, { done, fail });
      signal?.addEventListener("abort", () => {
        if (!waiting.delete(id)) return;
        tell({ kind: "unwanted", id });
        fail(signal.reason);
      });
      tell({ kind: "read", id, start, end });
    });
  const take = (message: ToWorker & { kind: "bytes" | "unreadable" }) => {
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "bytes") one?.done(message.bytes);
    else one?.fail(new Error(message.reason));
  };
  return { read, take };
}
