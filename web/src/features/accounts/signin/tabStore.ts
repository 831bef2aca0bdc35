import { readText, removeText, writeText } from "@/lib/browser/stored";

/** For browsers that refuse storage: values then live as long as the page. */
const memory = new Map<string, string>();

/** Keeps a text for this tab: it survives a reload, and ends with the tab. */
export function keepInTab(key: string, text: string): void {
  if (!writeText("tab", key, text)) memory.set(key, text);
}

export function readFromTab(key: string): string | undefined {
  return memory.get(key) ?? readText("tab", key);
}

export function dropFromTab(key: string): void {
  memory.delete(key);
  removeText("tab", key);
}
