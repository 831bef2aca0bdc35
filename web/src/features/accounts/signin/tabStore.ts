/** For browsers that refuse storage: what is kept lives as long as the page then. */
const memory = new Map<string, string>();

/** Keeps a text for this tab: it survives a reload, and ends with the tab. */
export function keepInTab(key: string, text: string): void {
  memory.set(key, text);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Kept in memory.
  }
}

export function readFromTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return memory.get(key);
  }
}

export function dropFromTab(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored where storage is refused.
  }
}
