import type { BrowserContext } from "@playwright/test";

/** How a browser answers a page whose site data is blocked, or a frame on another site: the storage throws when it is named. */
export async function refuseStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refuse = (of: object, name: string) =>
      Object.defineProperty(of, name, {
        get() {
          throw new DOMException(`Failed to read '${name}': access is denied for this document.`, "SecurityError");
        },
      });
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) refuse(window, name);
    refuse(Document.prototype, "cookie");
  });
}
