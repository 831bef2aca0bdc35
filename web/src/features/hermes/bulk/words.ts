import type { Tone } from "@/lib/status";
import type { State } from "./batch";

/** What a file waits for: at the file, and behind a number of files. */
export const stateWords: Record<State, { tone: Tone; one: string; many: string }> = {
  done: { tone: "pass", one: "Submitted", many: "submitted" },
  ready: { tone: "info", one: "Ready to submit", many: "ready" },
  sending: { tone: "neutral", one: "On its way", many: "on the way" },
  attention: { tone: "warn", one: "Needs an answer", many: "waiting for an answer" },
  refused: { tone: "fail", one: "Not accepted", many: "not accepted" },
  unreadable: { tone: "fail", one: "Cannot be read", many: "unreadable" },
  stopped: { tone: "warn", one: "Sending stopped", many: "stopped" },
  again: { tone: "warn", one: "Choose it again", many: "to be chosen again" },
};
