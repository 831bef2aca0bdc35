import { useSyncExternalStore } from "react";

/** How many times fonts came that were not there before. */
let times = 0;
const known = new Set<string>();
const listeners = new Set<() => void>();

/**
 * A browser recreates its fonts whenever a style sheet loads, and reports all of them again; their
 * properties show whether they are new.
 */
function isNew({ family, style, weight, unicodeRange }: FontFace): boolean {
  const before = known.size;
  known.add([family, style, weight, unicodeRange].join());
  return known.size > before;
}

function loaded({ fontfaces }: FontFaceSetLoadEvent): void {
  if (fontfaces.filter(isNew).length === 0) return;
  times += 1;
  for (const listener of listeners) listener();
}

for (const face of document.fonts) if (face.status === "loaded") isNew(face);
// As long as the page lives: what comes before the first figure is drawn is known then.
document.fonts.addEventListener("loadingdone", loaded);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes when a font comes for which another may have been drawn. */
export const useFonts = (): number => useSyncExternalStore(subscribe, () => times);
