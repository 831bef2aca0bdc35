/**
 * The one piece that asks the browser to keep something. Browsers refuse where site data is blocked and in frames on other
 * sites, by an error as soon as the storage is named, so that it is named here alone, and never while a module loads.
 */

/** "browser" outlives the tab; "tab" survives a reload, and ends with the tab. */
export type Keeper = "browser" | "tab";

function storageOf(keeper: Keeper): Storage {
  return keeper === "tab" ? sessionStorage : localStorage;
}

/** The text under a key; undefined when there is none or the browser refuses. */
export function readText(keeper: Keeper, key: string): string | undefined {
  try {
    return storageOf(keeper).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** False when the browser refuses (site data is blocked, storage is full). */
export function writeText(keeper: Keeper, key: string, text: string): boolean {
  try {
    storageOf(keeper).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function removeText(keeper: Keeper, key: string): void {
  try {
    storageOf(keeper).removeItem(key);
  } catch {
    // Nothing was stored where storage is refused.
  }
}

/** Reads JSON that an earlier visit stored; undefined when there is none, it is damaged, or the browser refuses. */
export function readStored(key: string, keeper: Keeper = "browser"): unknown {
  const text = readText(keeper, key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores JSON; false when the browser refuses. */
export function writeStored(key: string, value: unknown, keeper: Keeper = "browser"): boolean {
  return writeText(keeper, key, JSON.stringify(value));
}

export function removeStored(key: string, keeper: Keeper = "browser"): void {
  removeText(keeper, key);
}
