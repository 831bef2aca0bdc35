import type { TableInfo } from "../document/table";
import type { Engine } from "./questions";

/** What can be asked: the functions of an engine but for its end. */
export type Question = Exclude<keyof Engine, "close">;

/** From the page to the worker. */
export type ToWorker =
  | { kind: "open"; table: TableInfo }
  | { kind: "ask"; id: number; question: Question; of: readonly unknown[] }
  | { kind: "abort"; id: number }
  | { kind: "bytes"; id: number; bytes: ArrayBuffer }
  | { kind: "unreadable"; id: number; reason: string };

/** From the worker to the page. Bytes are asked for, as only the page may call the server. */
export type ToPage =
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "error"; id: number; name: string; reason: string }
  | { kind: "read"; id: number; start: number; end: number }
  | { kind: "unwanted"; id: number };

/** The name of errors of bytes that the page could not read: it knows more of them than the worker. */
export const unreadable = "Unreadable";

/** One end of a line between two threads. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listen: (event: MessageEvent) => void): void;
}

/** The buffers of an answer: they are handed over, not copied. */
export function buffersOf(answer: unknown, found = new Set<Transferable>()): Transferable[] {
  if (ArrayBuffer.isView(answer)) found.add(answer.buffer as ArrayBuffer);
  else if (answer instanceof ArrayBuffer) found.add(answer);
  else if (Array.isArray(answer)) for (const item of answer.slice(0, 64)) buffersOf(item, found);
  else if (typeof answer === "object" && answer !== null)
    for (const item of Object.values(answer)) buffersOf(item, found);
  return [...found];
}
