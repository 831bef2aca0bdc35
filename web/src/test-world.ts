import { type Environment, populateGlobal } from "vitest/runtime";

/** What Node has too, and a page takes from its window. */
const ofTheWindow = [
  ...["AbortController", "AbortSignal", "FormData", "Headers", "MessagePort"],
  ...["Request", "Response", "URL", "URLSearchParams", "fetch"],
];

const bundle = new URL("../node_modules/.cache/dom/dom.mjs", import.meta.url).href;

/** The window of a test file: what Vitest makes of happy-dom, read from the one file that is bundled before all tests. */
export default {
  name: "one-file-dom",
  viteEnvironment: "client",
  async setup(global) {
    const { GlobalWindow }: typeof import("happy-dom") = await import(/* @vite-ignore */ bundle);
    const window = new GlobalWindow({
      url: "http://localhost:3000",
      console: global.console,
      // A page that is left is closed, and the next files would find nothing.
      settings: {
        disableErrorCapturing: true,
        navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
      },
    });
    // The kit's growing text areas and figures listen for fonts; happy-dom has none to load.
    const fonts = Object.assign(new window.EventTarget(), { [Symbol.iterator]: () => [].values() });
    Object.defineProperty(window.document, "fonts", { value: fonts });
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true, additionalKeys: ofTheWindow });
    return {
      async teardown() {
        await window.happyDOM.abort();
        window.close();
        for (const key of keys) delete global[key];
        for (const [key, value] of originals) global[key] = value;
      },
    };
  },
} satisfies Environment;
