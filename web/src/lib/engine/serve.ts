/** The worker's end: questions come in, answers go out, bytes are asked for. */
import type { PageDocument } from "../document/document";
import type { TableInfo } from "../document/table";
import { openHere } from "./core";
import { buffersOf, type Port, type ToPage, type ToWorker, unreadable } from "./messages";
import { parquetSource } from "./parquet";
import type { Engine, ReadBytes } from "./questions";

export function serve(port: Port) {
  const tell = (message: ToPage, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const working = new Map<number, AbortController>();
  const { read, take } = reader(tell);
  let opened: Promise<Engine> | undefined;
  let table: TableInfo = { columns: [] };
  let document: PageDocument | undefined;

  /** The table is opened once; when its bytes could not be read, the next question opens it again, about the same document. */
  function engine(): Promise<Engine> {
    if (opened) return opened;
    const used = document;
    const opening = parquetSource(table, read).then((source) => {
      const engine = openHere(table, source);
      if (used) engine.use(used).catch(() => undefined); // the failure was reported before
      return engine;
    });
    opened = opening;
    opening.catch(() => {
      opened = undefined;
    });
    return opening;
  }

  async function ask({ id, question, of }: ToWorker & { kind: "ask" }) {
    const control = new AbortController();
    working.set(id, control);
    const opening = engine();
    if (question === "use") document = of[0] as PageDocument;
    try {
      const call = (await opening)[question] as (...of: unknown[]) => Promise<unknown>;
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
        table = data.table;
        void engine().catch(() => undefined); // each question reports it
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
    else one?.fail(Object.assign(new Error(message.reason), { name: unreadable }));
  };
  return { read, take };
}
